import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

type Received = { method: string; url: string; headers: IncomingMessage["headers"]; body: string };

/** Default: 200 with {}. */
export type Script = {
  status?: number;
  headers?: Record<string, string | string[]>;
  /** Sent as JSON, except text and bytes. */
  body?: unknown;
  /** Milliseconds before the first byte; Infinity: never. */
  delay?: number;
  /** Milliseconds between single bytes. */
  drip?: number;
  /** Breaks the connection after half of the body. */
  cut?: boolean;
};

/** `next`: for the next request. `answers`: by "METHOD /path". */
export class FakeHost {
  readonly received: Received[] = [];
  readonly answers: Record<string, Script> = {};
  readonly next: Script[] = [];
  readonly server = createServer((request, response) =>
    this.#serve(request, response).catch(() => response.destroy()),
  );

  async start(): Promise<string> {
    await new Promise<void>((listening) => this.server.listen(0, "127.0.0.1", listening));
    return this.origin;
  }

  get origin(): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  get last(): Received | undefined {
    return this.received.at(-1);
  }

  reset() {
    this.received.length = 0;
    this.next.length = 0;
    for (const key of Object.keys(this.answers)) delete this.answers[key];
  }

  async stop() {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  async #serve(request: IncomingMessage, response: ServerResponse) {
    const { method = "", url = "", headers } = request;
    const received = { method, url, headers, body: "" };
    this.received.push(received);
    for await (const chunk of request) received.body += chunk;
    const script = this.next.shift() ?? this.answers[`${method} ${url.split("?")[0]}`] ?? {};
    if (script.delay === Number.POSITIVE_INFINITY) return;
    // Doesn't keep the process alive after the test.
    if (script.delay) await wait(script.delay, undefined, { ref: false });
    await send(script, response);
  }
}

async function send(script: Script, response: ServerResponse) {
  const { status = 200, headers = {}, body = {}, drip, cut } = script;
  const raw = typeof body === "string" || Buffer.isBuffer(body);
  const bytes = raw ? Buffer.from(body) : Buffer.from(JSON.stringify(body));
  const length = cut ? { "content-length": String(bytes.length) } : {};
  response.writeHead(status, { "content-type": "application/json", ...length, ...headers });
  if (cut) {
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
    return;
  }
  for (let i = 0; drip && i < bytes.length && !response.destroyed; i++) {
    response.write(bytes.subarray(i, i + 1));
    await wait(drip);
  }
  response.end(drip ? undefined : bytes);
}
