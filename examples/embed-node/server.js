// The explorer in Node's HTTP server. The program itself responds to all other requests.

import { createServer } from 'node:http';
import { exchange } from './embed/embed.js';

const MAX_BYTES = 8 << 20;

/** The headers as pairs, in their original order. */
function pairs(rawHeaders) {
  const pairs = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    pairs.push([rawHeaders[at].toLowerCase(), Uint8Array.from(Buffer.from(rawHeaders[at + 1], 'latin1'))]);
  }
  return pairs;
}

/** The body, or undefined if it exceeds the limit. */
async function read(request) {
  const parts = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > MAX_BYTES) return undefined;
    parts.push(part);
  }
  return Uint8Array.from(Buffer.concat(parts));
}

async function respond(request, response) {
  const body = await read(request);
  if (!body) {
    response.writeHead(413, { connection: 'close' }).end();
    return;
  }
  const explored = await exchange.handle({
    method: request.method,
    pathWithQuery: request.url,
    authority: undefined,
    headers: pairs(request.rawHeaders),
    body,
  });
  if (!explored) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('This program has nothing here; see /explorer.\n');
    return;
  }
  const headers = explored.headers.flatMap(([name, value]) => [name, Buffer.from(value).toString('latin1')]);
  response.writeHead(explored.status, headers).end(explored.body);
}

const server = createServer((request, response) => {
  respond(request, response).catch((error) => {
    console.error(error);
    response.writeHead(500).end();
  });
});
server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/explorer`);
});
