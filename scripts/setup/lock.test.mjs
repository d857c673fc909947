import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { jest } from "@jest/globals";
import { acquireLock } from "./lock.mjs";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "turns-"));
const lock = path.join(folder, "bootstrap.lock");
afterAll(() => fs.rmSync(folder, { recursive: true }));

test("a second process waits for the first and names it", async () => {
  const log = jest.spyOn(console, "log").mockImplementation(() => {});
  const events = [];
  const first = await acquireLock(folder);
  const second = acquireLock(folder).then((release) => {
    events.push("second begins");
    return release;
  });
  await new Promise(setImmediate);
  expect(log.mock.calls.flat().join()).toContain(`waiting for process ${process.pid}`);
  events.push("first ends");
  first();
  const release = await second;
  expect(events).toEqual(["first ends", "second begins"]);
  release();
  expect(fs.readdirSync(folder)).toEqual([]);
  log.mockRestore();
});

test("takes over the lock of a dead process", async () => {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  fs.writeFileSync(lock, String(pid));
  const release = await acquireLock(folder);
  expect(fs.readFileSync(lock, "utf8")).toBe(String(process.pid));
  release();
});
