import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { jest } from "@jest/globals";
import { takeTurn } from "./lock.mjs";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "turns-"));
const lock = path.join(folder, "bootstrap.lock");
afterAll(() => fs.rmSync(folder, { recursive: true }));

test("a second turn waits for the first, and says for whom", async () => {
  const said = jest.spyOn(console, "log").mockImplementation(() => {});
  const events = [];
  const first = await takeTurn(folder);
  const second = takeTurn(folder).then((release) => {
    events.push("second begins");
    return release;
  });
  await new Promise(setImmediate);
  expect(said.mock.calls.flat().join()).toContain(`waiting for process ${process.pid}`);
  events.push("first ends");
  first();
  const release = await second;
  expect(events).toEqual(["first ends", "second begins"]);
  release();
  expect(fs.readdirSync(folder)).toEqual([]);
  said.mockRestore();
});

test("the turn of a process that died is taken over", async () => {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  fs.writeFileSync(lock, String(pid));
  const release = await takeTurn(folder);
  expect(fs.readFileSync(lock, "utf8")).toBe(String(process.pid));
  release();
});
