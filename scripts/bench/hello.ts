import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "#scripts/setup/run.mjs";
import { begin, type Program } from "./program.ts";

const folder = join(root, ".bench/hello");
const next = join(root, "node_modules/next/dist/bin/next");

const FILES = {
  "package.json": '{ "type": "module", "private": true }',
  // The packages are those of the project two folders up.
  "next.config.mjs": `export default { turbopack: { root: ${JSON.stringify(root)} }, poweredByHeader: false };`,
  "app/layout.jsx":
    'export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html>; }',
  "app/page.jsx": "export default function Page() { return <h1>Hello, world</h1>; }",
  "app/api/bare/route.js": `export const dynamic = "force-dynamic";
export async function GET() {
  const answer = await fetch(process.env.BARE_URL, { headers: { authorization: process.env.BARE_BEARER }, cache: "no-store" });
  return new Response(answer.body, { headers: { "content-type": "application/json" } });
}`,
};

/** Builds the anchor: a Next app of one page and one route handler that hands on what the host answers. */
export function buildHello(): void {
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(join(folder, file, ".."), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  run(process.execPath, [next, "build", folder]);
}

export function startHello(logs: string, bareUrl: string, bareBearer: string): Promise<Program> {
  return begin(
    "The hello world",
    join(logs, "hello.log"),
    (port) => [next, "start", folder, "-p", port, "-H", "127.0.0.1"],
    () => ({ BARE_URL: bareUrl, BARE_BEARER: bareBearer }),
    "/",
  );
}
