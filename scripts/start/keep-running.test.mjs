import { keepRunning } from "./keep-running.mjs";
import { freePorts } from "./ports.mjs";

const SERVER = (port) => `
  require("node:http").createServer((_, answer) => answer.end(String(process.pid))).listen(${port}, "127.0.0.1");
`;
let kept;
afterEach(() => kept?.kill());

function pauses() {
  const asked = [];
  let resume;
  const pause = (ms) => {
    asked.push(ms);
    return new Promise((resolve) => (resume = resolve));
  };
  return { asked, pause, resume: () => resume() };
}

async function until(isSo) {
  while (!(await isSo())) await new Promise(setImmediate);
}

const pidAt = async (url) => {
  const answer = await fetch(url).catch(() => null);
  return answer ? Number(await answer.text()) : null;
};

test("restarts a killed process after a pause, and reports both", async () => {
  const [port] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const reported = [];
  const { asked, pause, resume } = pauses();
  const what = { name: "The server", args: ["-e", SERVER(port)], env: {} };
  kept = keepRunning(what, url, { report: (line) => reported.push(line), pause });
  await kept.ready;
  const first = await pidAt(url);
  process.kill(first, "SIGKILL");
  await until(() => asked.length === 1);
  expect(reported).toEqual(["The server ended (SIGKILL). It starts again in 1 s."]);
  resume();
  await until(() => reported.length === 2);
  expect(reported[1]).toBe("The server is running again.");
  expect(await pidAt(url)).not.toBe(first);
  expect(await kept.stop()).toBe(true);
  expect(asked).toEqual([1_000]);
});

test("pauses grow while the process keeps ending", async () => {
  const [port] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const { asked, pause, resume } = pauses();
  const env = {};
  const what = { name: "The server", args: ["-e", SERVER(port)], env };
  kept = keepRunning(what, url, { report: () => {}, pause });
  await kept.ready;
  what.args = ["-e", "process.exit(3)"];
  process.kill(await pidAt(url), "SIGKILL");
  for (let starts = 1; starts <= 9; starts++) {
    await until(() => asked.length === starts);
    if (starts === 9) await kept.stop();
    resume();
  }
  await new Promise(setImmediate);
  expect(asked).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * 1_000));
});

test("a first start that fails is not repeated", async () => {
  const [port] = await freePorts(1);
  const { asked, pause } = pauses();
  const what = { name: "The server", args: ["-e", "process.exit(3)"], env: {} };
  kept = keepRunning(what, `http://127.0.0.1:${port}`, { report: () => {}, pause });
  await expect(kept.ready).rejects.toThrow("The server ended (exit code 3).");
  expect(asked).toEqual([]);
});
