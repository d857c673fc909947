import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { root } from "#scripts/setup/run.mjs";
import { median, printTable, ratio, span } from "./table.ts";

type Figure = {
  name: string;
  unit: string;
  samples: number[];
  anchor?: { name: string; samples: number[] };
  goal?: { ratio: number } | { value: number };
};
type Kept = Figure & { heading: string };
type Saved = { commit: string; date: string; machine: string; figures: Kept[] };

const allFigures: Kept[] = [];

export function addFigures(heading: string, figures: Figure[]): void {
  allFigures.push(...figures.map((figure) => ({ heading, ...figure })));
}

export function report(heading: string, figures: Figure[]): void {
  addFigures(heading, figures);
  printTable(
    heading,
    ["", "", "ours", "anchor", "", "", "goal"],
    figures.map(({ name, unit, samples, anchor, goal }) => [
      name,
      unit,
      span(samples),
      anchor?.name ?? "",
      anchor ? span(anchor.samples) : "",
      anchor ? ratio(median(samples), median(anchor.samples)) : "",
      !goal ? "" : "ratio" in goal ? `× ${goal.ratio}` : String(goal.value),
    ]),
  );
}

export function saveFigures(mode = "", folder = join(root, ".bench")): string {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  let commit = "unknown";
  try {
    commit = git("rev-parse", "--short", "HEAD") + (git("status", "--porcelain") ? "-changed" : "");
  } catch {
    // The figures are valid without git, too.
  }
  const saved: Saved = {
    commit,
    date: new Date().toISOString(),
    machine: `${cpus().length} × ${cpus()[0]?.model ?? "?"}, Node ${process.version}`,
    figures: allFigures,
  };
  const file = join(folder, `${commit}${mode && `-${mode}`}.json`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(saved, null, 1)}\n`);
  return file;
}

/** "apart": the samples don't overlap. */
export function compareFigures(fileA: string, fileB: string): void {
  const [a, b] = [fileA, fileB].map((file) => JSON.parse(readFileSync(file, "utf8")) as Saved);
  if (!a || !b) return;
  for (const { commit, date, machine } of [a, b]) console.log(`${commit}, ${date}, ${machine}`);
  for (const heading of new Set([...a.figures, ...b.figures].map((figure) => figure.heading))) {
    const of = (saved: Saved) => saved.figures.filter((figure) => figure.heading === heading);
    const [ofA, ofB] = [of(a), of(b)];
    const find = (figures: Kept[], key: string) => figures.find((figure) => keyOf(figure) === key);
    const keys = [...new Set([...ofA, ...ofB].map(keyOf))];
    printTable(
      heading,
      ["", "", a.commit, b.commit, "", "", "to anchor", "", "goal"],
      keys.map((key) => pair(find(ofA, key), find(ofB, key))),
    );
  }
}

function keyOf({ name, anchor }: Figure): string {
  return `${name} ${anchor?.name ?? ""}`;
}

function pair(a?: Figure, b?: Figure): string[] {
  const { name = "", unit = "", goal } = b ?? a ?? {};
  const toAnchor = (figure?: Figure) =>
    figure?.anchor ? ratio(median(figure.samples), median(figure.anchor.samples)) : "";
  return [
    name,
    unit,
    a ? span(a.samples) : "-",
    b ? span(b.samples) : "-",
    a && b ? ratio(median(b.samples), median(a.samples)) : "",
    a && b && isApart(a.samples, b.samples) ? "apart" : "",
    toAnchor(a),
    toAnchor(b),
    !goal ? "" : "ratio" in goal ? `× ${goal.ratio}` : String(goal.value),
  ];
}

function isApart(a: number[], b: number[]): boolean {
  return Math.max(...a) < Math.min(...b) || Math.max(...b) < Math.min(...a);
}
