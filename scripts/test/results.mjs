import fs from "node:fs";

const NOTHING = { passed: 0, failed: 0, skipped: 0 };

/** From Jest's --json file. A suite that could not even be loaded counts as one failed test. */
export function jestCounts(file) {
  const result = read(file);
  if (!result) return NOTHING;
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests + result.numRuntimeErrorTestSuites,
    skipped: result.numPendingTests + result.numTodoTests,
  };
}

/** From the file of Playwright's JSON reporter. Errors outside of tests count as failed tests. */
export function playwrightCounts(file) {
  const result = read(file);
  if (!result) return NOTHING;
  const { expected, flaky, unexpected, skipped } = result.stats;
  return { passed: expected + flaky, failed: unexpected + result.errors.length, skipped };
}

/** undefined when the runner died before it wrote its results. */
function read(file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
