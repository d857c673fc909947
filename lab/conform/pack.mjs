// Writes the kit as a package without TypeScript: node lab/conform/pack.mjs FOLDER
import fs from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import path from "node:path";

const root = path.join(import.meta.dirname, "../..");
const MAIN = "lab/conform/main";
const IMPORT = /\bfrom "([#.][^"]+)\.ts"/g;

export function packKit(folder) {
  const files = new Set([MAIN]);
  // A set also visits what is added meanwhile.
  for (const file of files) {
    const code = stripTypeScriptTypes(fs.readFileSync(path.join(root, `${file}.ts`), "utf8"));
    const linked = code.replace(IMPORT, (_, target) => {
      const other = target.startsWith("#")
        ? target.slice(1)
        : path.posix.join(path.posix.dirname(file), target);
      files.add(other);
      const way = path.posix.relative(path.posix.dirname(file), other);
      return `from "${way.startsWith(".") ? way : `./${way}`}.js"`;
    });
    const out = path.join(folder, `${file}.js`);
    fs.mkdirSync(path.dirname(out), { recursive: true });
    fs.writeFileSync(out, file === MAIN ? `#!/usr/bin/env node\n${linked}` : linked);
  }
  const { version, license, dependencies } = JSON.parse(
    fs.readFileSync(path.join(root, "package.json"), "utf8"),
  );
  const manifest = {
    ...{ name: "loupe-conform", version, license, type: "module" },
    description: "Checks whether a back-end implements the API of Loupe",
    bin: { "loupe-conform": `${MAIN}.js` },
    dependencies: { zod: dependencies.zod },
    engines: { node: ">=22" },
  };
  fs.writeFileSync(path.join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  fs.copyFileSync(path.join(root, "docs/hosts.md"), path.join(folder, "README.md"));
}

if (process.argv[1] === import.meta.filename) packKit(process.argv[2]);
