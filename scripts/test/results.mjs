import fs from "node:fs";

const NOTHING = { passed: 0, failed: 0, skipped: 0, flaky: [] };

/** A suite that fails to load counts as one failed test. */
export function jestCounts(file) {
  const result = read(file);
  if (!result) return NOTHING;
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests + result.numRuntimeErrorTestSuites,
    skipped: result.numPendingTests + result.numTodoTests,
    flaky: [],
  };
}

/** Errors outside tests count as failures. `flaky`: passed on the second try. */
export function playwrightCounts(file) {
  const result = read(file);
  if (!result) return NOTHING;
  const { expected, flaky, unexpected, skipped } = result.stats;
  return {
    passed: expected + flaky,
    failed: unexpected + result.errors.length,
    skipped,
    flaky: flakyOf(result.suites),
  };
}

function flakyOf(suites = []) {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? []).flatMap(({ file, line, title, tests }) =>
      tests
        .filter(({ status }) => status === "flaky")
        .map(({ projectName }) => `[${projectName}] ${file}:${line} ${title}`),
    ),
    ...flakyOf(suite.suites),
  ]);
}

function read(file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
