import type { Browser, BrowserContext } from "@playwright/test";
import type { Program } from "./program.ts";
import { median, printTable } from "./table.ts";
import { freshTab } from "./view.ts";

type Event = { name: string; ph: string; ts: number; dur?: number; tdur?: number; pid: number; tid: number };

/** What Chromium's main thread does, by the names of its trace events. Times within are counted for the inner event. */
const PARTS: Record<string, string[]> = {
  "parse HTML": ["ParseHTML"],
  "parse CSS": ["ParseAuthorStyleSheet"],
  style: ["UpdateLayoutTree"],
  layout: ["Layout"],
  paint: ["PrePaint", "Paint", "Layerize", "Commit", "UpdateLayer"],
  compile: ["v8.compile", "v8.compileModule", "V8.CompileCode", "v8.produceCache"],
  "run scripts": ["EvaluateScript", "v8.evaluateModule"],
  "run functions": ["FunctionCall", "RunMicrotasks", "TimerFire", "FireIdleCallback", "FireAnimationFrame"],
  collect: ["MinorGC", "MajorGC", "V8.GC_SCAVENGER"],
};
const CATEGORIES =
  "devtools.timeline,v8,blink.user_timing,disabled-by-default-devtools.timeline,loading,rail";

export async function benchTrace(
  browser: Browser,
  web: Program,
  owner: BrowserContext,
  paths: readonly string[],
  rounds: number,
): Promise<void> {
  const cookies = await owner.cookies();
  const lines: (string | number)[][] = [];
  for (const path of paths) {
    const samples: Record<string, number>[] = [];
    for (let round = 0; round < rounds; round++) {
      const { page, devtools, close } = await freshTab(browser, cookies);
      const events: Event[] = [];
      devtools.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as Event[])));
      await devtools.send("Tracing.start", { transferMode: "ReportEvents", categories: CATEGORIES });
      await page.goto(web.origin + path, { waitUntil: "networkidle" });
      const done = new Promise((resolve) => devtools.once("Tracing.tracingComplete", resolve));
      await devtools.send("Tracing.end");
      await done;
      samples.push(partsOf(events));
      await close();
    }
    lines.push([
      path,
      ...Object.keys(PARTS).map((part) => median(samples.map((sample) => sample[part] ?? 0))),
    ]);
  }
  printTable(
    `Main thread until the network is quiet, ms, medians of ${rounds}`,
    ["", ...Object.keys(PARTS)],
    lines,
  );
}

function partsOf(events: Event[]): Record<string, number> {
  const thread = mainThread(events);
  const names = new Map(
    Object.entries(PARTS).flatMap(([part, of]) => of.map((name) => [name, part] as const)),
  );
  const sums: Record<string, number> = {};
  const open: { end: number; part: string | undefined }[] = [];
  for (const { name, ts, dur = 0 } of thread) {
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= ts) open.pop();
    const part = names.get(name);
    if (!part) continue;
    const outer = open.at(-1)?.part;
    if (outer) sums[outer] = (sums[outer] ?? 0) - dur / 1000;
    sums[part] = (sums[part] ?? 0) + dur / 1000;
    open.push({ end: ts + dur, part });
  }
  return sums;
}

function mainThread(events: Event[]): Event[] {
  const complete = events.filter(({ ph }) => ph === "X");
  const busy = Map.groupBy(
    complete.filter(({ name }) => name === "UpdateLayoutTree"),
    ({ pid, tid }) => `${pid} ${tid}`,
  );
  const [id] = [...busy].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
  return complete
    .filter(({ pid, tid }) => `${pid} ${tid}` === id)
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
}
