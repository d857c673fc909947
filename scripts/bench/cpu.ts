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
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
  return children(pid).reduce((sum, child) => sum + treeIfThere(child), own);
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
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number),
  );
}
