import fs from "node:fs";

const NOTHING = { passed: 0, failed: 0, skipped: 0, flaky: [] };

/** From Jest's --json file. A suite that could not even be loaded counts as one failed test. */
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

/**
 * From the file of Playwright's JSON reporter. Errors outside of tests count as failed tests; what passed at its second
 * try is named too.
 */
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

/** Names of the journeys below these suites that needed a second try. */
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

/** undefined when the runner died before it wrote its results. */
function read(file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
