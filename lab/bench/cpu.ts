import { readdirSync, readFileSync } from "node:fs";

const TICK_MS = 10;

/**
 * CPU time in ms that processes and all below them have used so far, including children that ended. NaN where
 * there is no /proc.
 */
export function cpuMs(pids: number[]): number {
  try {
    return pids.reduce((sum, pid) => sum + tree(pid), 0);
  } catch {
    return Number.NaN;
  }
}

function tree(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name in brackets may hold spaces; user and system time of the process and of its ended children follow.
  const ticks = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const sum = (from: number, to: number) => ticks.slice(from, to).reduce((a, b) => a + b, 0) * TICK_MS;
  const own = ofThreads(pid) ?? sum(11, 13);
  return children(pid).reduce((all, child) => all + treeIfThere(child), own + sum(13, 15));
}

/** A tick is as long as ten requests: the scheduler counts nanoseconds. Null where the kernel does not tell. */
function ofThreads(pid: number): number | null {
  try {
    return threads(pid)
      .map((thread) => readFileSync(`${thread}/schedstat`, "utf8"))
      .reduce((sum, schedule) => sum + Number.parseInt(schedule, 10) / 1e6, 0);
  } catch {
    return null;
  }
}

/** A Postgres ends processes at any time; what one has used is its parent's from then on. */
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
