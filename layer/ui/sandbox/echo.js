// Echoes on a port as long as the document that received it is alive. The app shares this realm and may replace every
// prototype, so the handler calls only functions bound beforehand, and does not touch its event, whose getters would
// reveal the port.
const echoOn = (port, isAlive) => {
  if (!port) return;
  const post = port.postMessage.bind(port, 0);
  port.onmessage = () => {
    if (isAlive()) post();
  };
};
