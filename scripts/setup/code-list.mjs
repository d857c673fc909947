import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import zlib from "node:zlib";

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

const brotli = promisify(zlib.brotliCompress);

/** Writes FILE.br beside each script and stylesheet. */
export async function compressFiles(distDir) {
  const folder = path.join(distDir, "static/chunks");
  const files = fs.readdirSync(folder).filter((name) => /\.(js|css)$/.test(name));
  const compress = async (file) => fs.writeFileSync(`${file}.br`, await brotli(fs.readFileSync(file)));
  await Promise.all(files.map((name) => compress(path.join(folder, name))));
}

function namedIn(file) {
  return [...new Set(fs.readFileSync(file, "utf8").match(CHUNK))];
}
