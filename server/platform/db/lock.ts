import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { machineTime } from "#server/platform/machine.ts";
import { hasCode } from "./errors.ts";

export class LockedError extends Error {}

/** Two processes on one folder would lose acknowledged writes. */
export function takeLock(path: string): () => void {
  const mine = `${process.pid} ${startOf(process.pid)}`;
  const draft = `${path}.${process.pid}`;
  // Write a draft, then link it, so that no process reads an empty lock.
  writeFileSync(draft, mine);
  try {
    if (!linkNew(draft, path)) takeOver(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (read(path) === mine) rmSync(path, { force: true });
  };
}

/** `.takeover` ensures that only one process replaces a stale lock. */
function takeOver(draft: string, path: string): void {
  if (isHeld(path)) throw inUse(path);
  const guard = `${path}.takeover`;
  if (ageOf(guard) > 5_000) rmSync(guard, { force: true });
  if (!linkNew(draft, guard)) throw inUse(guard);
  try {
    if (isHeld(path)) throw inUse(path);
    rmSync(path, { force: true });
    if (!linkNew(draft, path)) throw inUse(path);
  } finally {
    rmSync(guard, { force: true });
  }
}

function inUse(path: string): LockedError {
  const pid = read(path).split(" ")[0] || "(just gone)";
  return new LockedError(
    `The database folder is in use by process ${pid} (lock ${path}). Stop it first, or choose another DATA_DIR.`,
  );
}

function isHeld(path: string): boolean {
  const [pid = "", start = ""] = read(path).split(" ");
  return pid !== "" && isAlive(Number(pid), start);
}

function isAlive(pid: number, start: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return hasCode(error, "EPERM");
  }
  return startOf(pid) === start;
}

/** From /proc, because a later process can have the same id. */
function startOf(pid: number): string {
  const stat = read(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
}

function linkNew(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function ageOf(path: string): number {
  return machineTime() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? machineTime());
}
