import { once } from "node:events";
import http from "node:http";
import net from "node:net";

// All test files of a worker share Node's modules.
const { createServer } = http;
let server;
beforeAll(async () => {
  await import("./http-limits.mjs");
  server = http.createServer((request, answer) => request.resume().on("end", () => answer.end("served")));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => {
  http.createServer = createServer;
  server.closeAllConnections();
  server.close();
});

async function send(text) {
  const socket = net.connect(server.address().port, "127.0.0.1");
  let answer = "";
  socket.setEncoding("utf8").on("data", (part) => (answer += part));
  socket.write(text);
  await once(socket, "close");
  return answer;
}

test.each([
  ["GET /login HTTP/1.1", "200 "],
  ["OPTIONS /login HTTP/1.1", "200 "],
  ["TRACE / HTTP/1.1", "405 "],
  ["PROPFIND / HTTP/1.1", "405 "],
  ["OPTIONS * HTTP/1.1", "400 "],
  ["GET * HTTP/1.1", "400 "],
  ["GET /%E0%A4%A HTTP/1.1", "400 "],
  ["GET /login?q=%E0%A4%A HTTP/1.1", "200 "],
])("%s: %s", async (line, status) => {
  const answer = await send(`${line}\r\nhost: x\r\nconnection: close\r\n\r\n`);
  expect(answer).toContain(`HTTP/1.1 ${status}`);
  if (status !== "200 ") expect(answer).toMatch(/^x-content-type-options: nosniff\r$/m);
});

test("times out incomplete headers and bodies after 15 s", async () => {
  expect(server).toMatchObject({ headersTimeout: 15_000, requestTimeout: 15_000 });
  const halves = ["GET / HTTP/1.1\r\nhost:", "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nhalf"];
  const answers = await Promise.all(halves.map(send));
  for (const answer of answers) expect(answer).toContain("408 Request Timeout");
});
