// Answers on a port for as long as the document is alive that was given it. The app shares this realm and may replace every prototype:
// the handler calls nothing but functions bound beforehand, and does not touch its event, whose getters would reveal the port.
const echoOn = (port, isAlive) => {
  if (!port) return;
  const post = port.postMessage.bind(port, 0);
  port.onmessage = () => {
    if (isAlive()) post();
  };
};
