// Runs `vercel build` and arranges its output like the platform: one folder per function, with its traced
// files.
import fs from "node:fs";
import { join, relative, sep } from "node:path";
import { SOURCES, sourcesHash } from "#scripts/setup/build.mjs";
import { root, run, say } from "#scripts/setup/run.mjs";
import type { Route } from "./routing.ts";

// The newest version that works everywhere: later ones need a package that not every registry has.
const CLI = "vercel@55.0.0";
const folder = join(root, ".platform");
const source = join(folder, "source");
const output = join(source, ".vercel/output");
const stamp = join(folder, "made-of");
const PROJECT = {
  projectId: "prj_local",
  orgId: "team_local",
  settings: { framework: "nextjs", installCommand: "" },
};

export type Func = { folder: string; launcher: string; isWeb: boolean; bytes: number; paths: string[] };
export type Output = {
  routes: Route[];
  files: Map<string, { file: string; type?: string }>;
  functions: Func[];
};

/** In a copy of the sources, so other builds aren't disturbed, and only if a source has changed. */
export function makeOutput(): void {
  const now = sourcesHash();
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === now) return;
  say(`building like the platform (npx ${CLI} build), about a minute`);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(join(source, ".vercel"), { recursive: true });
  for (const name of [...SOURCES, "scripts"])
    fs.cpSync(join(root, name), join(source, name), { recursive: true });
  linkTree(join(root, "node_modules"), join(source, "node_modules"));
  fs.writeFileSync(join(source, ".vercel/project.json"), JSON.stringify(PROJECT));
  const quiet = { VERCEL_TELEMETRY_DISABLED: "1", XDG_DATA_HOME: folder };
  run("npx", ["--yes", CLI, "build", "--yes", "--cwd", source], { env: quiet });
  fs.writeFileSync(stamp, now);
}

export function readOutput(): Output {
  const { routes, overrides } = readJson(join(output, "config.json")) as {
    routes: Route[];
    overrides: Record<string, { path?: string; contentType?: string }>;
  };
  const files = new Map<string, { file: string; type?: string }>();
  for (const file of filesBelow(join(output, "static"))) {
    const name = relative(join(output, "static"), file).split(sep).join("/");
    const { path = name, contentType } = overrides[name] ?? {};
    files.set(`/${path}`, { file, type: contentType });
  }
  const functions = new Map<string, Func>();
  for (const place of functionsBelow(join(output, "functions"))) {
    const real = fs.realpathSync(place);
    const path = `/${relative(join(output, "functions"), place).split(sep).join("/").slice(0, -".func".length)}`;
    const known = functions.get(real) ?? layOut(real, functions.size);
    known.paths.push(path === "/index" ? "/" : path);
    functions.set(real, known);
  }
  return { routes, files, functions: [...functions.values()] };
}

function layOut(made: string, number: number): Func {
  const { handler, useWebApi, filePathMap } = readJson(join(made, ".vc-config.json")) as {
    handler: string;
    useWebApi?: boolean;
    filePathMap: Record<string, string>;
  };
  const to = join(folder, "functions", String(number));
  fs.rmSync(to, { recursive: true, force: true });
  let bytes = 0;
  const put = (from: string, name: string) => {
    bytes += fs.statSync(from).size;
    fs.mkdirSync(join(to, name, ".."), { recursive: true });
    link(from, join(to, name));
  };
  for (const file of filesBelow(made)) put(file, relative(made, file));
  for (const [name, from] of Object.entries(filePathMap)) put(join(source, from), name);
  return { folder: to, launcher: handler, isWeb: useWebApi === true, bytes, paths: [] };
}

function functionsBelow(place: string): string[] {
  return fs.readdirSync(place, { withFileTypes: true }).flatMap((entry) => {
    const path = join(place, entry.name);
    if (entry.name.endsWith(".func")) return [path];
    return entry.isDirectory() ? functionsBelow(path) : [];
  });
}

function filesBelow(place: string): string[] {
  return fs
    .readdirSync(place, { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
}

function linkTree(from: string, to: string): void {
  fs.mkdirSync(to, { recursive: true });
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [one, other] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkTree(one, other);
    else if (entry.isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(one), other);
    else link(one, other);
  }
}

function link(from: string, to: string): void {
  try {
    fs.linkSync(from, to);
  } catch {
    fs.copyFileSync(from, to);
  }
}

function readJson(file: string): unknown {
  return JSON.parse(fs.readFileSync(file, "utf8"));
}
