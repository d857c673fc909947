import fs from "node:fs";
import path from "node:path";

const CHUNK = /static\/chunks\/[\w.~-]+\.(?:js|css)/g;

/**
 * Lists the files of a build for browsers that store them: each file below `distDir`, and the files that it
 * may load later.
 */
export function writeCodeList(distDir, build) {
  const files = ["static/chunks", "static/media"].flatMap((folder) =>
    fs.readdirSync(path.join(distDir, folder)).map((name) => `${folder}/${name}`),
  );
  const list = files
    .sort()
    .map((file) => [file, file.endsWith(".js") ? namedIn(path.join(distDir, file)) : []]);
  const target = path.join(distDir, "static", build);
  fs.mkdirSync(target, { recursive: true });
  fs.writeFileSync(path.join(target, "code.json"), JSON.stringify(Object.fromEntries(list)));
}

function namedIn(file) {
  return [...new Set(fs.readFileSync(file, "utf8").match(CHUNK))];
}
