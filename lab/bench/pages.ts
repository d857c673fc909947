import type { Browser, BrowserContext } from "@playwright/test";
import { addFigures } from "./figures.ts";
import type { Program } from "./program.ts";
import type { Screen } from "./screens.ts";
import { median, printTable, ratio } from "./table.ts";
import { firstView, type Metric, metrics, unitOf, type View } from "./view.ts";

const goals: Partial<Record<Metric, { ratio: number; anchor: "F1" | "F3" } | { value: number }>> = {
  document: { ratio: 2.2, anchor: "F3" },
  scripts: { ratio: 1.2, anchor: "F1" },
  requests: { value: 13 },
  CLS: { value: 0 },
  TTFB: { ratio: 2, anchor: "F3" },
  LCP: { ratio: 1.3, anchor: "F3" },
  CPU: { ratio: 1.5, anchor: "F3" },
  "layout + style": { ratio: 2.5, anchor: "F3" },
  elements: { ratio: 2.5, anchor: "F3" },
  "run until quiet": { value: 260 },
};
const EDITORS = /profile|\/edit\/|\/update\//;
const EDITOR_SCRIPTS = 1.3;

const ANCHORS = { F1: "/", F2: "/table", F3: "/list" };

export async function benchPages(
  browser: Browser,
  web: Program,
  anchors: Program,
  owner: BrowserContext,
  screens: Screen[],
  rounds: number,
): Promise<void> {
  const cookies = await owner.cookies();
  const views = new Map<string, View[]>();
  const open = async (name: string, url: string, isSignedIn: boolean) => {
    const view = await firstView(browser, isSignedIn ? cookies : [], url);
    views.set(name, [...(views.get(name) ?? []), view]);
  };
  for (let round = 0; round < rounds; round++) {
    for (const [name, path] of Object.entries(ANCHORS)) await open(name, anchors.origin + path, false);
    for (const { name, path, guest } of screens) await open(name, web.origin + path, !guest);
  }

  const samples = (name: string, metric: Metric) => (views.get(name) ?? []).map((view) => view[metric]);
  for (const name of views.keys()) {
    const isAnchor = name in ANCHORS;
    addFigures(
      `First view, ${name}`,
      metrics.map((metric) => {
        const { anchor, goal } = isAnchor ? {} : goalOf(metric, name);
        return {
          name: metric,
          unit: unitOf(metric),
          samples: samples(name, metric),
          ...(anchor && { anchor: { name: anchor, samples: samples(anchor, metric) } }),
          ...(goal && { goal }),
        };
      }),
    );
  }
  const columns = metrics.flatMap((metric) => [metric, ...(anchorOf(metric) ? [anchorOf(metric)] : [])]);
  const line = (name: string): (string | number)[] => [
    name,
    ...metrics.flatMap((metric) => {
      const anchor = anchorOf(metric);
      const value = median(samples(name, metric));
      return anchor ? [value, ratio(value, median(samples(anchor, metric)))] : [value];
    }),
  ];
  printTable(
    `First views, cold, medians of ${rounds} (kB gzipped, ms; the scripts of editors have a goal of × ${EDITOR_SCRIPTS})`,
    ["", ...columns],
    [
      ["goal", ...metrics.flatMap(goalCells)],
      ...Object.keys(ANCHORS).map(line),
      ...screens.map(({ name }) => line(name)),
    ],
  );
}

function anchorOf(metric: Metric): string {
  const goal = goals[metric];
  return goal && "ratio" in goal ? goal.anchor : "";
}

function goalOf(metric: Metric, screen: string) {
  const goal = goals[metric];
  if (!goal || "value" in goal) return { goal };
  const isEditor = metric === "scripts" && EDITORS.test(screen);
  return { anchor: goal.anchor, goal: { ratio: isEditor ? EDITOR_SCRIPTS : goal.ratio } };
}

function goalCells(metric: Metric): string[] {
  const goal = goals[metric];
  if (!goal) return [""];
  return "value" in goal ? [String(goal.value)] : ["", `× ${goal.ratio}`];
}
