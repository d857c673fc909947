// Runs before anything is installed, on Node 18 or newer: plain JavaScript without packages.
// node scripts/bootstrap.mjs [build] [e2e]
import { ensureBrowser } from "./setup/browser.mjs";
import { ensureBuild } from "./setup/build.mjs";
import { acquireLock } from "./setup/lock.mjs";
import { ensureNode } from "./setup/node.mjs";
import { ensurePackages } from "./setup/packages.mjs";
import { root, toSentence } from "./setup/run.mjs";

const wanted = new Set(process.argv.slice(2));
process.chdir(root);

let release;
try {
  release = await acquireLock();
  const node = ensureNode();
  ensurePackages(node);
  if (wanted.has("build")) ensureBuild(node);
  if (wanted.has("e2e")) ensureBrowser(node);
} catch (error) {
  const words = toSentence(error);
  if (words === error) throw error;
  console.error(`\n${words}`);
  process.exitCode = 1;
} finally {
  release?.();
}
