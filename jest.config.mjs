import nextJest from "next/jest.js";
import { whyNoServers } from "./scripts/test/servers.mjs";

const withNext = nextJest({ dir: import.meta.dirname });

// On Postgres runs what has a database. The mail and calendar servers do not care which, and main.test.ts is about the folder
// of the embedded one wherever it runs: once is enough.
const onPostgres = Boolean(process.env.TEST_DATABASE_URL);
const ignored = [
  ...(whyNoServers() || onPostgres ? ["real-servers\\.test"] : []),
  ...(onPostgres ? ["<rootDir>/(?!server/)", "<rootDir>/server/main\\.test"] : []),
];

const shared = {
  rootDir: import.meta.dirname,
  testPathIgnorePatterns: ["<rootDir>/e2e/", "<rootDir>/\\.(tools|platform|bench|data[^/]*)/", ...ignored],
  modulePathIgnorePatterns: ["<rootDir>/\\.(next|tools|platform|bench|data[^/]*)/"],
};

// They replace modules or the clock, which takes a world of their own.
const OWN_WORLD = ["server/testing/real-servers.test.ts", "server/jobs/loop.test.ts"];

/** The host's tests run as the host does: Node reads the sources itself, and files share what a process has loaded. */
const host = {
  ...shared,
  displayName: "host",
  runner: "jest-light-runner/child-process",
  transform: {},
  setupFilesAfterEnv: ["<rootDir>/jest.limits.mjs"],
  testMatch: ["<rootDir>/server/**/*.test.ts"],
  testPathIgnorePatterns: [...shared.testPathIgnorePatterns, ...OWN_WORLD],
};

// next/jest would turn modules into CommonJS, but Jest runs those of .mjs as they are.
const ofNext = (project) => withNext({ ...shared, transformIgnorePatterns: ["\\.mjs$"], ...project })();

/** A test that renders is a .tsx and gets a DOM; every other test runs in plain Node. A docblock still overrides. */
export default {
  // One more than a small machine has cores: some tests wait, for a limit of a server or for a process of their own.
  maxWorkers: 3,
  // A loaded machine is slow, and a test that hangs is found all the same.
  testTimeout: 60_000,
  projects: [
    host,
    await ofNext({
      displayName: "node",
      testEnvironment: "node",
      testMatch: [
        "<rootDir>/{app,components,lab,lib,scripts}/**/*.test.{ts,mjs}",
        "<rootDir>/*.test.{ts,mjs}",
        ...OWN_WORLD.map((file) => `<rootDir>/${file}`),
      ],
    }),
    await ofNext({
      displayName: "dom",
      testEnvironment: "<rootDir>/jest.env.mjs",
      setupFilesAfterEnv: ["<rootDir>/jest.patience.ts"],
      testMatch: ["**/*.test.tsx"],
    }),
  ],
};
