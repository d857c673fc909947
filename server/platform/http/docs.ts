import { createHash } from "node:crypto";
import { Hono } from "hono";
import { html, raw } from "hono/html";
import { type Name, names, route } from "#lib/contract/routes.ts";
import type { Env } from "./answers.ts";
import { openapi, type Schema, textOf } from "./openapi.ts";

const style = `
:root{color-scheme:light dark;--bg:#fbfbfd;--card:#fff;--text:#1b1e2b;--muted:#5a6072;--line:#d9dce6;--soft:#eef0f7;--link:#2747c7}
@media(prefers-color-scheme:dark){:root{--bg:#12141c;--card:#191c27;--text:#e9ebf3;--muted:#a5abbd;--line:#343a4b;--soft:#242938;--link:#9db4ff}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:60rem;padding:1.5rem 1rem 4rem;background:var(--bg);color:var(--text);font:15px/1.55 system-ui,sans-serif}
h1{margin:0 0 .5rem;font-size:1.5rem;line-height:1.25}
h2{margin:1.75rem 0 .5rem;font-size:1.05rem}
h3{margin:.9rem 0 .3rem;font-size:.85rem;color:var(--muted)}
a{color:var(--link)}
label{display:block;margin:1rem 0 .3rem;font-weight:600}
input{width:100%;min-height:44px;padding:0 .75rem;border:1px solid var(--muted);border-radius:8px;background:var(--card);color:inherit;font:inherit}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
#count{min-height:1.5em;margin:.4rem 0 0;color:var(--muted)}
details{border:1px solid var(--line);border-radius:8px;background:var(--card);margin-bottom:.4rem}
summary{min-height:44px;padding:.6rem .75rem;cursor:pointer;overflow-wrap:anywhere}
code,pre{font:13px/1.5 ui-monospace,monospace}
.method{display:inline-block;min-width:3.6rem;font:600 12px/1.5 ui-monospace,monospace;color:var(--muted)}
.name{margin-left:.5rem;color:var(--muted)}
.tag{margin-left:.4rem;padding:.1rem .5rem;border-radius:99px;background:var(--soft);font-weight:500;font-size:12px;white-space:nowrap}
.call{padding:0 .75rem .75rem;border-top:1px solid var(--line)}
.call ul{margin:0;padding-left:1.1rem}
.call li span{color:var(--muted)}
pre{margin:0;padding:.6rem .75rem;border-radius:6px;background:var(--soft);overflow-x:auto;white-space:pre-wrap;overflow-wrap:anywhere}
[hidden]{display:none}
`;

const script = `
const find = document.getElementById("find"), count = document.getElementById("count");
const calls = [...document.querySelectorAll("details")].map((box) => [box, box.textContent.toLowerCase()]);
function look() {
  const words = find.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let shown = 0;
  for (const [box, text] of calls) {
    box.hidden = !words.every((word) => text.includes(word));
    if (!box.hidden) shown += 1;
  }
  for (const part of document.querySelectorAll("section")) part.hidden = !part.querySelector("details:not([hidden])");
  count.textContent = words.length ? (shown || "No") + (shown === 1 ? " call" : " calls") : "";
}
function show() {
  const box = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (box && box.tagName === "DETAILS") { box.open = true; box.scrollIntoView(); }
}
find.addEventListener("input", look);
addEventListener("hashchange", show);
look();
show();
`;

type Content = { content?: Record<string, { schema: Schema }> };
type Operation = {
  operationId: Name;
  parameters: { name: string; in: string; required: boolean; schema: Schema; description?: string }[];
  requestBody?: Content;
  responses: Record<string, Content>;
};

export function documents(): Hono<Env> {
  const app = new Hono<Env>({ strict: false });
  let [document, page]: [object?, ReturnType<typeof docsPage>?] = [];
  app.get("/api/v1/openapi.json", (c) => {
    c.set("row", "openapi");
    document ??= openapi();
    return c.json(document);
  });
  app.get("/docs", (c) => {
    c.set("row", "docs");
    c.header("content-security-policy", policy);
    c.header("referrer-policy", "no-referrer");
    page ??= docsPage();
    return c.html(page);
  });
  return app;
}

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

function docsPage() {
  const { paths } = openapi() as unknown as { paths: Record<string, Record<string, Operation>> };
  const found = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]) => [one.operationId, { path, method, one }] as const),
    ),
  );
  const groups = Map.groupBy(names, (name) => name.slice(0, name.indexOf(".")));
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>The host’s API · Loupe</title>
<style>${raw(style)}</style>
</head>
<body>
<header>
<h1>The host’s API</h1>
<p>${names.length} calls below <code>/api/v1</code>, <a href="/api/v1/openapi.json">as OpenAPI 3.1</a>. Those marked
<b class="tag">section 7</b> exist on every host. The app uses the others if <code>GET /capabilities</code> lists all of them.
Bodies and answers are JSON. Signed-in callers send <code>Authorization: Bearer …</code> with the token from
<a href="#auth.login">auth.login</a>. An error is <code>{ status, message }</code>, and people can read the message.</p>
<label for="find">Find a call</label>
<input id="find" type="search" autocomplete="off" spellcheck="false" placeholder="contacts, /purchases, birthday">
<p id="count" role="status"></p>
</header>
<main>
${[...groups].map(([entity, its]) => html`<section><h2>${entity}</h2>${its.map((name) => callOf(name, found.get(name)))}</section>`)}
</main>
<script>${raw(script)}</script>
</body>
</html>`;
}

const CALLERS = { managers: "owner and admins", public: "anybody", key: "import keys" };

type Found = { path: string; method: string; one: Operation };

function callOf(name: Name, found: Found | undefined) {
  if (!found) return "";
  const { path, method, one } = found;
  const { extra, who, idempotent } = route(name);
  const tags = [
    ...(extra ? [] : ["section 7"]),
    ...(who ? [CALLERS[who]] : []),
    ...(idempotent ? ["idempotent"] : []),
  ];
  const { 200: answer, 409: conflict } = one.responses;
  return html`<details id="${name}"><summary><span class="method ${method}">${method.toUpperCase()}</span>
<code>${path}</code> <span class="name">${name}</span>${tags.map((tag) => html` <b class="tag">${tag}</b>`)}</summary>
<div class="call">${parametersOf(one)}${bodyOf("Body", one.requestBody)}${bodyOf("Answer", answer)}${bodyOf("409", conflict)}</div></details>`;
}

function parametersOf({ parameters }: Operation) {
  if (parameters.length === 0) return "";
  return html`<h3>Parameters</h3><ul>${parameters.map(
    (one) =>
      html`<li><code>${one.name}${one.required ? "" : "?"}: ${textOf(one.schema)}</code> <span>in the ${one.in}${one.description ? `. ${one.description}` : ""}</span></li>`,
  )}</ul>`;
}

function bodyOf(title: string, { content = {} }: Content = {}) {
  return Object.entries(content).map(
    ([type, { schema }]) =>
      html`<h3>${title}${type === "application/json" ? "" : `: ${type}`}</h3>${type === "application/json" ? html`<pre tabindex="0">${textOf(schema)}</pre>` : ""}`,
  );
}
