import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { jest } from "@jest/globals";
import { jestCounts, playwrightCounts } from "./results.mjs";
import { stage, stages } from "./stage.mjs";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "results-"));
const resultFile = (result) => {
  const file = path.join(folder, "result.json");
  fs.writeFileSync(file, JSON.stringify(result));
  return file;
};
afterAll(() => fs.rmSync(folder, { recursive: true }));

test("counts a suite that fails to load as failed", () => {
  const result = {
    numPassedTests: 7,
    numFailedTests: 1,
    numRuntimeErrorTestSuites: 1,
    numPendingTests: 0,
    numTodoTests: 2,
  };
  expect(jestCounts(resultFile(result))).toEqual({ passed: 7, failed: 2, skipped: 2, flaky: [] });
});

test("counts a Playwright error outside tests as a failure", () => {
  const result = { stats: { expected: 4, flaky: 0, unexpected: 1, skipped: 3 }, suites: [], errors: [{}] };
  expect(playwrightCounts(resultFile(result))).toEqual({ passed: 4, failed: 2, skipped: 3, flaky: [] });
});

test("counts a journey that passed on retry as passed", () => {
  const spec = (title, ...statuses) => ({
    file: "a.spec.ts",
    line: 3,
    title,
    tests: statuses.map((status, i) => ({ status, projectName: ["desktop", "phone"][i] })),
  });
  const result = {
    stats: { expected: 2, flaky: 1, unexpected: 0, skipped: 0 },
    suites: [{ specs: [spec("a", "expected")], suites: [{ specs: [spec("b", "expected", "flaky")] }] }],
    errors: [],
  };
  const flaky = ["[phone] a.spec.ts:3 b"];
  expect(playwrightCounts(resultFile(result))).toEqual({ passed: 3, failed: 0, skipped: 0, flaky });
});

test("counts a runner without results as nothing passed", () => {
  expect(jestCounts(path.join(folder, "none.json"))).toEqual({ passed: 0, failed: 0, skipped: 0, flaky: [] });
});

test.each([
  ["ran no test", 0, { passed: 0, failed: 0 }, { passed: 0, failed: 1 }],
  ["passed", 0, { passed: 3, failed: 0 }, { passed: 3, failed: 0 }],
  ["exit code 3 without a failed test", 3, { passed: 3, failed: 0 }, { passed: 3, failed: 1 }],
  ["what it printed", 1, { passed: 1, failed: 2 }, { passed: 1, failed: 2 }],
])("a stage reports: %s", async (expectedOutput, exitCode, counted, expected) => {
  const lines = [];
  const log = jest.spyOn(console, "log").mockImplementation((text) => lines.push(text));
  const program = `console.log("what it printed"); process.exit(${exitCode})`;
  await stage("a stage", {
    command: [process.execPath, "-e", program],
    counts: () => ({ skipped: 0, flaky: [], ...counted }),
  });
  log.mockRestore();
  expect(stages.at(-1)).toMatchObject({ name: "a stage", ...expected });
  expect(lines.join("")).toContain(expectedOutput);
});
