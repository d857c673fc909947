// Names in `backticks` in the docs must exist: paths, files, scripts of package.json, names in the code.
import fs from "node:fs";
import path from "node:path";
import { isTest, withoutComments } from "./rules.mjs";

const FOLDERS = ["", "docs", "docs/decisions", "lab"];
const WITH_READMES = ["app", "components", "lib", "server"];
const SPAN = /`([^`\n]+)`/g;
const SCRIPT = /\bnpm run ([\w:-]+)/g;
const FENCE = /^```[\s\S]*?^```/gm;
const PATH = /^\.?[\w@[\]().-]+(\/[\w@[\]().-]*)+$/;
const FILE = /^\.?[\w-]+(\.[\w-]+)*\.(tsx?|mjs|css|sql|md|json|ya?ml|example)$/;
const NAME = /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*(\(.*\))?$/;
const HEADER = /^[a-z][\w.-]*-[\w.-]*$/i;

export function brokenMentions(root, files) {
  const docs = docsOf(root, files);
  if (docs.length === 0) return [];
  const known = knownOf(root, files);
  return docs.flatMap((file) => {
    const text = fs.readFileSync(path.join(root, file), "utf8");
    const prose = text.replace(FENCE, (fence) => fence.replace(/[^\n]/g, " "));
    const found = [];
    const report = (index, what) =>
      found.push({ file, line: text.slice(0, index).split("\n").length, what: `mentions ${what}` });
    for (const { index, 1: script } of text.matchAll(SCRIPT)) {
      if (!known.scripts.has(script)) report(index, `npm run ${script}, which is not in package.json`);
    }
    for (const { index, 1: span } of prose.matchAll(SPAN)) {
      // In a command, check only the files.
      const words = span.includes(" ") ? span.split(" ").filter((word) => PATH.test(word)) : [span];
      for (const word of words) if (!isThere(word, known)) report(index, `${word}, which does not exist`);
    }
    return found;
  });
}

function docsOf(root, files) {
  const pages = FOLDERS.flatMap((folder) =>
    fs.existsSync(path.join(root, folder))
      ? fs
          .readdirSync(path.join(root, folder))
          .filter((name) => name.endsWith(".md"))
          .map((name) => path.posix.join(folder, name))
      : [],
  );
  const folders = new Set([...files.keys()].map((file) => path.posix.dirname(file)));
  const readmes = [...folders]
    .filter((folder) => WITH_READMES.includes(folder.split("/")[0]))
    .map((folder) => `${folder}/README.md`)
    .filter((file) => fs.existsSync(path.join(root, file)));
  return [...pages, ...readmes];
}

function knownOf(root, files) {
  const code = [...files].filter(([file]) => !isTest(file)).map(([, text]) => withoutComments(text));
  const others = ["package.json", ".env.local.example", ".gitignore", ...migrations(root)].map((file) =>
    fs.existsSync(path.join(root, file)) ? fs.readFileSync(path.join(root, file), "utf8") : "",
  );
  const text = [...code, ...others].join("\n");
  const manifest = JSON.parse(others[0] || "{}");
  return {
    exists: (file) => fs.existsSync(path.join(root, file)),
    files: [...files.keys()],
    text: text.toLowerCase(),
    words: new Set(text.match(/[\w$]+/g)),
    scripts: new Set(Object.keys(manifest.scripts ?? {})),
  };
}

function migrations(root) {
  const folder = "server/platform/db/migrations";
  if (!fs.existsSync(path.join(root, folder))) return [];
  return fs
    .readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith(".sql"))
    .map((name) => `${folder}/${name}`);
}

function isThere(word, { exists, files, text, words }) {
  const isIn = (part) => files.some((file) => file.endsWith(`/${part}`) || file.includes(`/${part}/`));
  if (PATH.test(word) || FILE.test(word)) {
    const bare = word.replace(/\/$/, "");
    // Packages and media types contain a slash, too.
    return exists(bare) || isIn(bare) || text.includes(bare.toLowerCase());
  }
  if (NAME.test(word)) {
    const bare = word.replace(/\(.*$/, "");
    return text.includes(bare.toLowerCase()) && bare.split(".").every((part) => words.has(part));
  }
  return HEADER.test(word) ? text.includes(word.toLowerCase()) : true;
}
