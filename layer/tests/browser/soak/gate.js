// A TCP proxy whose connections can be cut, and which can refuse new ones.
import { connect, createServer } from "node:net";

export async function startGate(target) {
  const { port } = new URL(target);
  const sockets = new Set();
  let isShut = false;
  const server = createServer((client) => {
    if (isShut) return client.destroy();
    const upstream = connect(Number(port), "127.0.0.1");
    for (const [one, other] of [[client, upstream], [upstream, client]]) {
      sockets.add(one);
      one.pipe(other);
      one.on("error", () => other.destroy());
      one.on("close", () => (other.destroy(), sockets.delete(one)));
    }
    return undefined;
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = () => sockets.forEach((socket) => socket.destroy());
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    cut,
    // Cuts all connections and refuses new ones, until it is opened.
    shut: () => ((isShut = true), cut()),
    open: () => (isShut = false),
    stop: () => (cut(), new Promise((resolve) => server.close(resolve))),
  };
}
