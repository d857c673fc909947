import { createHash } from "node:crypto";
import { Hono } from "hono";
import { html, raw } from "hono/html";
import { type Name, names, route } from "#lib/contract/routes.ts";
import type { Env } from "./answers.ts";
import { script, style } from "./docs-look.ts";
import { openapi } from "./openapi.ts";
import { type Schema, textOf } from "./schema-text.ts";

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
Bodies and answers are JSON. Whoever is signed in sends <code>Authorization: Bearer …</code>, which
<a href="#auth.login">auth.login</a> answers. A refusal is <code>{ status, message }</code>, for people to read.</p>
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

type Found = { path: string; method: string; one: Operation };

function callOf(name: Name, found: Found | undefined) {
  if (!found) return "";
  const { path, method, one } = found;
  const { extra, who, once } = route(name);
  const tags = [
    ...(extra ? [] : ["section 7"]),
    ...(who === "leaders" ? ["owner and admins"] : who === "public" ? ["anybody"] : []),
    ...(once ? ["once by its key"] : []),
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
