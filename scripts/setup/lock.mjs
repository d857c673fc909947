import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { say, toolsDir } from "./run.mjs";

/**
 * Waits until no other bootstrap works in this folder: two `npm ci` at once leave a broken node_modules.
 * Returns what ends our turn. The turn of a process that died is taken over.
 */
export async function takeTurn(folder = toolsDir) {
  const lock = path.join(folder, "bootstrap.lock");
  fs.mkdirSync(folder, { recursive: true });
  const mine = `${lock}.${process.pid}`;
  fs.writeFileSync(mine, String(process.pid));
  try {
    let told = false;
    while (!claim(lock, mine)) {
      const holder = Number(read(lock));
      if (holder && !alive(holder)) {
        fs.rmSync(lock, { force: true });
        continue;
      }
      if (!told) say(`waiting for process ${holder}, which prepares this folder (if none does: rm ${lock})`);
      told = true;
      await sleep(300);
    }
  } finally {
    fs.rmSync(mine, { force: true });
  }
  return () => fs.rmSync(lock, { force: true });
}

/** A hard link appears at once and with its content, so nobody ever reads a lock without a pid. */
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
