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
  "postcss.config.mjs",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
];
const stamp = ".next/.sources";

/** Names a build: one from the same sources is the same, wherever it is made. */
export function sourcesHash() {
  return sha256(SOURCES.flatMap(filesBelow).filter((file) => !/\.test\.\w+$/.test(file)));
}

/** A production build of the web app; made again only when a source that goes into it has changed. */
export function ensureBuild(node) {
  const now = sourcesHash();
  if (fs.existsSync(".next/BUILD_ID") && fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === now)
    return;
  say("building the web app (next build), half a minute or so");
  fs.rmSync(stamp, { force: true });
  run(node, ["node_modules/next/dist/bin/next", "build"], { node, hint: "The lines above say where." });
  fs.writeFileSync(stamp, now);
}
