import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { drainOf } from "#server/http/drain.ts";
import { Trouble } from "../setup/run.mjs";
import { keepLog } from "./log.mjs";

const GRACE_MS = 10_000;
const preload = pathToFileURL(path.join(import.meta.dirname, "with-parent.mjs")).href;

/**
 * Starts a Node process that ends with us. It leads a process group of its own, so that Ctrl+C reaches us alone
 * and we decide who stops first.
 * @param {{ name: string, args: string[], env: object, log?: string, watched?: boolean }} what `log`: a file for
 *   what it prints, otherwise our terminal; not `watched`: straight into the file, past us.
 */
export function start({ name, args, env, log, watched = true }) {
  const output = !log ? "inherit" : watched ? "pipe" : fs.openSync(log, "a");
  /** @type {import("node:child_process").ChildProcess} */
  const child = spawn(process.execPath, ["--import", preload, ...args], {
    env: { ...process.env, ...env },
    detached: true,
    stdio: ["ignore", output, output],
  });
  if (output === "pipe") keepLog(child, log);
  const ended = once(child, "exit").then(([code, signal]) => signal ?? `exit code ${code}`);
  return { name, log, child, ended };
}

/** Resolves when the address answers below 500; throws Trouble when the process ends first or takes too long. */
export async function answers(part, url, seconds = 120) {
  const until = Date.now() + seconds * 1000;
  let end;
  part.ended.then((how) => {
    end = how;
  });
  while (!(await up(url))) {
    if (end) throw new Trouble(endedSentence(part, end));
    if (Date.now() > until) throw new Trouble(`${part.name} does not answer at ${url}.${seeLog(part)}`);
    await sleep(50);
  }
}

export function endedSentence(part, how) {
  return `${part.name} ended (${how}).${seeLog(part)}`;
}

/** Asks the process to end and waits; false if it had to be killed. */
export async function stop({ child, ended }) {
  if (child.exitCode !== null || child.signalCode !== null) return true;
  child.kill("SIGTERM");
  const grace = GRACE_MS + drainOf(process.env.DRAIN_SECONDS);
  if (await Promise.race([ended, sleep(grace, undefined, { ref: false })])) return true;
  kill({ child });
  await ended;
  return false;
}

/** Ends the process and what it started, at once. */
export function kill({ child }) {
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    child.kill("SIGKILL");
  }
}

async function up(url) {
  try {
    const answer = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(10_000) });
    await answer.arrayBuffer();
    return answer.status < 500;
  } catch {
    return false;
  }
}

function seeLog({ log }) {
  return log ? ` All it said: ${path.relative("", log)}` : "";
}
