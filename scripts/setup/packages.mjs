import fs from "node:fs";
import { sha256 } from "./hash.mjs";
import { linkNode } from "./node.mjs";
import { npm, say } from "./run.mjs";

const stamp = "node_modules/.installed";

export function ensurePackages(node) {
  const lock = sha256(["package-lock.json"]);
  if (!fs.existsSync(stamp) || fs.readFileSync(stamp, "utf8") !== lock) {
    say("installing packages (npm ci), about half a minute");
    // NODE_ENV=production would omit what the build needs.
    npm(["ci", "--include=dev"], { node, hint: "Is the npm registry reachable? Then try again." });
    fs.writeFileSync(stamp, lock);
  }
  linkNode(node);
}
