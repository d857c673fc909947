import { readdirSync, readFileSync } from "node:fs";

const TICK_MS = 10;

export function cpuMs(pids: number[]): number {
  try {
    return pids.reduce((sum, pid) => sum + tree(pid), 0);
  } catch {
    return Number.NaN;
  }
}

function tree(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name in brackets may contain spaces. User and system time follow, then those of ended children.
  const ticks = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const sum = (from: number, to: number) => ticks.slice(from, to).reduce((a, b) => a + b, 0) * TICK_MS;
  const own = ofThreads(pid) ?? sum(11, 13);
  return children(pid).reduce((all, child) => all + treeIfThere(child), own + sum(13, 15));
}

/**
 * The scheduler's nanoseconds, because a tick is as long as ten requests. Null if the kernel doesn't report
 * them.
 */
function ofThreads(pid: number): number | null {
  try {
    return threads(pid)
      .map((thread) => readFileSync(`${thread}/schedstat`, "utf8"))
      .reduce((sum, schedule) => sum + Number.parseInt(schedule, 10) / 1e6, 0);
  } catch {
    return null;
  }
}

/** Postgres ends processes at any time. Their time is then counted for the parent. */
function treeIfThere(pid: number): number {
  try {
    return tree(pid);
  } catch {
    return 0;
  }
}

function children(pid: number): number[] {
  return threads(pid).flatMap((thread) =>
    readFileSync(`${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number),
  );
}

function threads(pid: number): string[] {
  return readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`);
}
