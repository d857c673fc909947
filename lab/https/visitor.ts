import * as http from "node:http";
import * as https from "node:https";

type Said = { status: number; headers: http.IncomingHttpHeaders; text: string; ttfb: number };
type Asked = { method?: string; headers?: Record<string, string>; body?: string; from?: string };

export class Visitor {
  cookies = new Map<string, string>();
  kept: string[] = [];
  #ca: Buffer;

  constructor(ca: Buffer) {
    this.#ca = ca;
  }

  ask(url: string, { method = "GET", headers = {}, body, from }: Asked = {}): Promise<Said> {
    const cookie = [...this.cookies].map((pair) => pair.join("=")).join("; ");
    const options = {
      method,
      headers: { ...(cookie && { cookie }), ...headers },
      ca: this.#ca,
      agent: false as const,
      ...(from && { localAddress: from }),
    };
    const begun = performance.now();
    return new Promise((resolve, reject) => {
      const hear = (answer: http.IncomingMessage) => {
        const ttfb = performance.now() - begun;
        for (const line of answer.headers["set-cookie"] ?? []) this.#keep(line);
        const parts: Buffer[] = [];
        answer.on("data", (part) => parts.push(part));
        answer.on("end", () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text: Buffer.concat(parts).toString(),
            ttfb,
          }),
        );
      };
      const request = url.startsWith("https:")
        ? https.request(url, options, hear)
        : http.request(url, options, hear);
      request.on("upgrade", (answer) => resolve({ status: 101, headers: answer.headers, text: "", ttfb: 0 }));
      request.on("error", reject).end(body);
    });
  }

  #keep(line: string): void {
    this.kept.push(line);
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value) this.cookies.set(name, value);
    else this.cookies.delete(name);
  }
}
