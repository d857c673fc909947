import fs from "node:fs";
import path from "node:path";
import { run, say, succeeds, Trouble } from "./run.mjs";

// The headless shell needs a third less CPU.
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const HAS_ITS_OWN =
  'process.exit(require("node:fs").existsSync(require("@playwright/test").chromium.executablePath()) ? 0 : 1)';

export function systemChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const candidates = folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name)));
  return [...candidates, ...PLACES].find((file) => fs.existsSync(file));
}

export function ensureBrowser(node) {
  const given = process.env.CHROMIUM_PATH;
  if (given && !fs.existsSync(given)) throw new Trouble(`CHROMIUM_PATH doesn't point to a file: ${given}`);
  if (systemChromium() || succeeds(node, ["-e", HAS_ITS_OWN])) return;
  say("downloading a browser (playwright install chromium)");
  if (succeeds(node, ["node_modules/@playwright/test/cli.js", "install", "chromium"], { node })) return;
  if (process.getuid?.() === 0 && succeeds("apt-get", ["--version"])) {
    say("the download failed, installing Debian's browser (apt-get install chromium-headless-shell)");
    run("apt-get", ["update", "-qq"]);
    run("apt-get", ["install", "-y", "-qq", "chromium-headless-shell"], {
      env: { DEBIAN_FRONTEND: "noninteractive" },
    });
    if (systemChromium()) return;
  }
  throw new Trouble(
    "The tests need Chromium. Install Chromium or Google Chrome, or set CHROMIUM_PATH to its program, then try again.",
  );
}
