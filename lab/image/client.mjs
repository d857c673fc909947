import { once } from "node:events";
import https from "node:https";

export function client({ address, site, ca }) {
  const agent = new https.Agent({ keepAlive: true, maxSockets: 64, ca, servername: site });
  const cookies = new Map();
  return { ask, signIn, close: () => agent.destroy() };

  async function ask(method, path, { body, form, headers = {} } = {}) {
    const text = form ? new URLSearchParams(form).toString() : body && JSON.stringify(body);
    const request = https.request({
      ...{ agent, method, path, host: address, servername: site, timeout: 30_000 },
      headers: {
        host: site,
        origin: `https://${site}`,
        "sec-fetch-site": "same-origin",
        "x-forwarded-for": "203.0.113.9",
        ...(text && { "content-type": form ? "application/x-www-form-urlencoded" : "application/json" }),
        ...(cookies.size > 0 && {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        }),
        ...headers,
      },
    });
    request.on("timeout", () => request.destroy(new Error("no answer within 30 s")));
    request.end(text);
    const [answer] = await once(request, "response");
    for (const line of answer.headers["set-cookie"] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const answered = Buffer.concat(await answer.toArray()).toString();
    return { status: answer.statusCode, headers: answer.headers, text: answered };
  }

  async function signIn(email, password) {
    const { csrfToken } = JSON.parse((await ask("GET", "/api/auth/csrf")).text);
    const form = { email, password, csrfToken, json: "true" };
    return ask("POST", "/api/auth/callback/credentials", { form });
  }
}
