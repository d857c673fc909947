import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { root } from "#scripts/setup/run.mjs";
import { printTable } from "./table.ts";

const MOST_FILES = 2;

type Module = { code: string; files: string[] };

/** By id. A file calls TURBOPACK.push([script, id, module, id, module, …]). */
export function modulesIn(files: Map<string, string>): Map<number, Module> {
  const found = new Map<number, Module>();
  for (const [file, text] of files) {
    const push = ([, ...parts]: unknown[]) => {
      for (const [i, id] of parts.entries()) {
        if (typeof id !== "number") continue;
        const module = found.get(id) ?? { code: String(parts[i + 1]), files: [] };
        found.set(id, { ...module, files: [...module.files, file] });
      }
    };
    runInContext(text, createContext({ TURBOPACK: { push } }));
  }
  return found;
}

export function listLibraries(): void {
  const folder = join(root, ".next/static/chunks");
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".js"))
    .map((name) => [name, readFileSync(join(folder, name), "utf8")] as const)
    .filter(([name, text]) => text.startsWith("(globalThis.TURBOPACK") && !name.startsWith("turbopack"));
  const copied = [...modulesIn(new Map(files)).values()].filter(({ files }) => files.length > MOST_FILES);
  const nameOf = librariesOf(copied);
  const libraries = new Map<string, { files: Set<string>; bytes: number }>();
  for (const module of copied) {
    const name = nameOf(module);
    if (!name) continue;
    const { files, bytes } = libraries.get(name) ?? { files: new Set(), bytes: 0 };
    const copies = gzipSync(module.code).length * (module.files.length - 1);
    libraries.set(name, { files: new Set([...files, ...module.files]), bytes: bytes + copies });
  }
  printTable(
    `Libraries in more than ${MOST_FILES} files of the build (kB gzipped of copies)`,
    ["", "files", "copies"],
    [...libraries]
      .sort(([, a], [, b]) => b.bytes - a.bytes)
      .map(([name, { files, bytes }]) => [name, files.size, bytes / 1000]),
  );
}

function librariesOf(modules: Module[]): (module: Module) => string | undefined {
  const own = ["app", "components", "lib"].map((folder) => grep([...modules.map(textOf)], folder));
  const texts = modules.map(textOf).filter((text) => !own.some((found) => found.has(text)));
  const found = grep(texts, "node_modules");
  return (module) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(found.get(textOf(module)) ?? "")?.[1];
}

const SHORTEST = 12;

function textOf({ code }: Module): string {
  const texts = [...code.matchAll(/"([^"\\\n]{1,100})"/g)].map(([, text = ""]) => text);
  const longest = texts.reduce((a, b) => (b.length > a.length ? b : a), "");
  return longest.length < SHORTEST ? "" : longest;
}

function grep(texts: string[], folder: string): Map<string, string> {
  const wanted = [...new Set(texts)].filter(Boolean);
  const kinds = ["js", "mjs", "ts", "tsx"].map((kind) => `--include=*.${kind}`);
  const search = ["-rFoI", "--exclude-dir=playwright*", ...kinds, "-f", "-", folder];
  const { stdout } = spawnSync("grep", search, {
    ...{ cwd: root, encoding: "utf8", input: wanted.join("\n"), maxBuffer: 2 ** 28 },
  });
  const places = new Map<string, string>();
  for (const line of stdout.split("\n")) {
    const at = line.indexOf(":");
    const text = line.slice(at + 1);
    if (at > 0 && !places.has(text)) places.set(text, line.slice(0, at));
  }
  return places;
}
