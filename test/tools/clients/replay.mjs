// A server that repeats responses. Tests give it the response to a call (POST /ID), and Prism gets it by sending the call
// with the header X-Replay: ID.
import { createServer } from "node:http";

/** Headers that belong to one connection. */
const dropped = new Set(["connection", "content-length", "transfer-encoding", "content-encoding", "date"]);

export async function startReplay() {
  const kept = new Map();
  let count = 0;
  const server = createServer(async (request, response) => {
    const id = request.headers["x-replay"];
    const parts = [];
    for await (const part of request) parts.push(part);
    if (id === undefined) {
      kept.set(request.url.slice(1), JSON.parse(Buffer.concat(parts).toString()));
      response.end();
      return;
    }
    const { status, headers, body } = kept.get(id);
    kept.delete(id);
    count++;
    for (const [name, values] of Object.entries(headers)) {
      if (!dropped.has(name.toLowerCase())) response.setHeader(name, values);
    }
    response.setHeader("X-Replayed", id);
    response.writeHead(status);
    response.end(body);
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { url: `http://127.0.0.1:${server.address().port}`, count: () => count, stop: () => server.close() };
}
