import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const SCRIPT = `globalThis.turnstile = {
  render(place, { sitekey, callback }) {
    const frame = document.createElement("iframe");
    frame.title = "Captcha";
    frame.width = 300;
    frame.height = 65;
    frame.src = new URL("/frame?" + sitekey, "ORIGIN");
    const input = document.createElement("input");
    input.type = "hidden";
    input.name = "cf-turnstile-response";
    place.append(frame, input);
    addEventListener("message", ({ source, data }) => {
      if (source !== frame.contentWindow) return;
      input.value = data;
      callback(data);
    });
  },
};
globalThis[new URL(document.querySelector('script[src^="ORIGIN"]').src).searchParams.get("onload")]();`;

const FRAME = `<!doctype html><title>Captcha</title><label><input type="checkbox"
  onchange="parent.postMessage('person-' + crypto.randomUUID(), '*')"> I am a person</label>`;

export async function startCaptcha() {
  const spent = new Set<string>();
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://127.0.0.1");
    const { port } = server.address() as AddressInfo;
    if (pathname === "/api.js") {
      response.setHeader("content-type", "text/javascript");
      return void response.end(SCRIPT.replaceAll("ORIGIN", `http://127.0.0.1:${port}`));
    }
    if (pathname === "/frame") {
      response.setHeader("content-type", "text/html");
      return void response.end(FRAME);
    }
    let body = "";
    for await (const chunk of request) body += chunk;
    const token = new URLSearchParams(body).get("response") ?? "";
    const success = token.startsWith("person-") && !spent.has(token);
    spent.add(token);
    response.end(JSON.stringify({ success }));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    env: {
      CAPTCHA_URL: `${origin}/siteverify`,
      CAPTCHA_SECRET: "secret",
      CAPTCHA_SCRIPT: `${origin}/api.js`,
      CAPTCHA_SITE_KEY: "site",
    },
    stop: () => server.close(),
  };
}
