const TIMEOUT = 30_000;

export class Browser {
  readonly #cookies = new Map<string, string>();
  readonly #site: string;
  constructor(site: string) {
    this.#site = site;
  }

  async ask(path: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...(init.headers as Record<string, string>), cookie, origin: this.#site };
    const signal = AbortSignal.timeout(TIMEOUT);
    const answer = await fetch(this.#site + path, { ...init, headers, redirect: "manual", signal });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    return answer;
  }

  async signIn(email: string, password: string): Promise<string | null> {
    const { csrfToken } = (await (await this.ask("/api/auth/csrf")).json()) as { csrfToken: string };
    const body = new URLSearchParams({ csrfToken, email, password, remember: "true", json: "true" });
    const answer = await this.ask("/api/auth/callback/credentials", { method: "POST", body });
    const said = await answer.text();
    return answer.ok ? this.isIn() : `sign-in ${answer.status} ${said.slice(0, 100)}`;
  }

  isIn = () => this.read("/api/v1/users/me");

  async read(path: string): Promise<string | null> {
    const answer = await this.ask(path);
    const said = await answer.text();
    return answer.ok ? null : `${answer.status} ${said.slice(0, 100)}`;
  }
}
