import { NextRequest } from "next/server";

type Handler = (request: NextRequest) => Promise<Response>;
type Options = { method?: string; headers?: Record<string, string>; body?: BodyInit; signal?: AbortSignal };

/** A test mocks next/headers with it, where next-auth looks for cookies. */
export const nextHeaders = {
  current: new NextRequest("http://localhost:3000"),
  cookies: async () => nextHeaders.current.cookies,
  headers: async () => nextHeaders.current.headers,
};

export class Browser {
  readonly origin: string;
  readonly cookies = new Map<string, string>();

  constructor(origin = "http://localhost:3000") {
    this.origin = origin;
  }

  async ask(handler: Handler, path: string, { method = "GET", headers, body, signal }: Options = {}) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const request = new NextRequest(this.origin + path, {
      method,
      body,
      signal,
      headers: {
        host: new URL(this.origin).host,
        ...(cookie && { cookie }),
        "sec-fetch-site": "same-origin",
        ...headers,
      },
    });
    nextHeaders.current = request;
    const answer = await handler(request);
    for (const line of answer.headers.getSetCookie()) this.#keep(line);
    return answer;
  }

  send(handler: Handler, method: string, path: string, body: unknown) {
    return this.ask(handler, path, {
      method,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  }

  #keep(line: string) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/; Max-Age=0/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
