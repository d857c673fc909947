import fs from "node:fs";
import path from "node:path";

const SKIPPED = /^(node_modules|test-results|playwright-report|migrations|\..+)$/;

export function filesOf(root) {
  return new Map(below(root, "").map((file) => [file, fs.readFileSync(path.join(root, file), "utf8")]));
}

function below(root, folder) {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.test(entry.name) ? [] : below(root, name);
    return /\.(tsx?|m?jsx?|css)$/.test(name) && !name.endsWith(".d.ts") ? [name] : [];
  });
}
