import fs from "node:fs";
import { filesBelow, sha256 } from "./hash.mjs";
import { run, say } from "./run.mjs";

export const SOURCES = [
  "app",
  "components",
  "lib",
  "public",
  "middleware.ts",
  "instrumentation.ts",
  "next.config.mjs",
  "scripts/setup/code-list.mjs",
  "postcss.config.mjs",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
];
const stamp = ".next/.sources";

/** The same sources have the same hash on every machine. */
export function sourcesHash() {
  return sha256(SOURCES.flatMap(filesBelow).filter((file) => !/\.test\.\w+$/.test(file)));
}

export function ensureBuild(node) {
  const now = sourcesHash();
  if (fs.existsSync(".next/BUILD_ID") && fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === now)
    return;
  say("building the web app (next build), about half a minute");
  fs.rmSync(stamp, { force: true });
  const env = { COMPRESS: "1" };
  run(node, ["node_modules/next/dist/bin/next", "build"], { node, env, hint: "See the lines above." });
  fs.writeFileSync(stamp, now);
}
