import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const PATIENCE_MS = 10_000;

export async function balance(ports: number[]): Promise<string> {
  let turn = 0;
  const server = http.createServer(async (asked, answer) => {
    const chunks: Buffer[] = [];
    for await (const chunk of asked) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const end = Date.now() + PATIENCE_MS;
    while (Date.now() < end) {
      const port = ports[turn++ % ports.length] ?? 0;
      try {
        const got = await ask(port, asked, body);
        answer.writeHead(got.statusCode ?? 502, got.rawHeaders);
        got.pipe(answer);
        return;
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        // A request in transit may have been executed.
        if (code !== "ECONNREFUSED" && asked.method !== "GET") break;
        await sleep(20);
      }
    }
    answer.writeHead(502).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function ask(port: number, asked: http.IncomingMessage, body: Buffer): Promise<http.IncomingMessage> {
  const { method, url, headers } = asked;
  const sent = http.request({ host: "127.0.0.1", port, method, path: url, headers, agent: false });
  sent.end(body);
  const [got] = (await once(sent, "response")) as [http.IncomingMessage];
  return got;
}
