import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { drainOf } from "#server/platform/http/drain.ts";
import { Trouble } from "../setup/run.mjs";
import { writeLog } from "./log.mjs";

const GRACE_MS = 10_000;
const preload = pathToFileURL(path.join(import.meta.dirname, "with-parent.mjs")).href;

/**
 * Ends with ours. It gets its own process group, so Ctrl+C reaches only us and we control the order of
 * stopping.
 * @param {{ name: string, args: string[], env: object, log?: string, watched?: boolean }} what `log`: file
 * for its output instead of the terminal; `watched` false: writes directly to that file.
 */
export function start({ name, args, env, log, watched = true }) {
  const output = !log ? "inherit" : watched ? "pipe" : fs.openSync(log, "a");
  /** @type {import("node:child_process").ChildProcess} */
  const child = spawn(process.execPath, ["--import", preload, ...args], {
    env: { ...process.env, ...env },
    detached: true,
    stdio: ["ignore", output, output],
  });
  if (output === "pipe") writeLog(child, log);
  const ended = once(child, "exit").then(([code, signal]) => signal ?? `exit code ${code}`);
  return { name, log, child, ended };
}

/** Resolves when the URL answers below 500. Throws Trouble if the process ends first or takes too long. */
export async function answers(part, url, seconds = 120) {
  const until = Date.now() + seconds * 1000;
  let end;
  part.ended.then((how) => {
    end = how;
  });
  while (!(await up(url))) {
    if (end) throw new Trouble(endedSentence(part, end));
    if (Date.now() > until) throw new Trouble(`${part.name} doesn't answer at ${url}.${seeLog(part)}`);
    await sleep(50);
  }
}

export function endedSentence(part, how) {
  return `${part.name} ended (${how}).${seeLog(part)}`;
}

export async function stop({ child, ended }) {
  if (child.exitCode !== null || child.signalCode !== null) return true;
  child.kill("SIGTERM");
  const grace = GRACE_MS + drainOf(process.env.DRAIN_SECONDS);
  if (await Promise.race([ended, sleep(grace, undefined, { ref: false })])) return true;
  kill({ child });
  await ended;
  return false;
}

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
  return log ? `Log: ${path.relative("", log)}` : "";
}
