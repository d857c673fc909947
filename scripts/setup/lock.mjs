import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { say, toolsDir } from "./run.mjs";

/**
 * Parallel `npm ci` runs break node_modules. Returns a function that releases the lock. Takes over the lock
 * of a dead process.
 */
export async function acquireLock(folder = toolsDir) {
  const lock = path.join(folder, "bootstrap.lock");
  fs.mkdirSync(folder, { recursive: true });
  const mine = `${lock}.${process.pid}`;
  fs.writeFileSync(mine, String(process.pid));
  try {
    let isReported = false;
    while (!claim(lock, mine)) {
      const holder = Number(read(lock));
      if (holder && !alive(holder)) {
        fs.rmSync(lock, { force: true });
        continue;
      }
      if (!isReported)
        say(`waiting for process ${holder}, which is preparing this folder (if it isn't: rm ${lock})`);
      isReported = true;
      await sleep(300);
    }
  } finally {
    fs.rmSync(mine, { force: true });
  }
  return () => fs.rmSync(lock, { force: true });
}

/** A hard link appears atomically with its content, so the lock always contains a pid. */
function claim(lock, mine) {
  try {
    fs.linkSync(mine, lock);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

function read(file) {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
