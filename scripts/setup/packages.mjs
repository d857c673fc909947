import fs from "node:fs";
import { sha256 } from "./hash.mjs";
import { linkNode } from "./node.mjs";
import { npm, say } from "./run.mjs";

const stamp = "node_modules/.installed";
// By us and by drizzle-kit.
const USED = /^\.(\/([a-z]+-core|casing|relations|version|node-postgres|(node-postgres\/)?migrator))?$/;

export function ensurePackages(node) {
  const lock = sha256(["package-lock.json"]);
  if (!fs.existsSync(stamp) || fs.readFileSync(stamp, "utf8") !== lock) {
    say("installing packages (npm ci), about half a minute");
    // NODE_ENV=production would omit what the build needs.
    npm(["ci", "--include=dev"], { node, hint: "Is the npm registry reachable? Then try again." });
    fs.writeFileSync(stamp, lock);
  }
  shortenExports();
  linkNode(node);
}

/** For each import of drizzle-orm, Node parses its 450 exports: half of the time that a host needs to start. */
export function shortenExports() {
  const manifest = "node_modules/drizzle-orm/package.json";
  const { exports, ...others } = JSON.parse(fs.readFileSync(manifest, "utf8"));
  const kept = Object.entries(exports).filter(([path]) => USED.test(path));
  if (kept.length === Object.keys(exports).length) return;
  // Copies of the project may share the file by a hard link, so it is replaced.
  fs.writeFileSync(`${manifest}.new`, JSON.stringify({ ...others, exports: Object.fromEntries(kept) }));
  fs.renameSync(`${manifest}.new`, manifest);
}
