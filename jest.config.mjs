import nextJest from "next/jest.js";
import { whyNoServers } from "./scripts/test/servers.mjs";

const withNext = nextJest({ dir: import.meta.dirname });

// On Postgres runs what has a database. The mail and calendar servers do not care which: once is enough.
const onPostgres = Boolean(process.env.TEST_DATABASE_URL);
const ignored = [
  ...(whyNoServers() || onPostgres ? ["real-servers\\.test"] : []),
  ...(onPostgres ? ["<rootDir>/(?!server/)"] : []),
];

const shared = {
  rootDir: import.meta.dirname,
  testPathIgnorePatterns: ["<rootDir>/e2e/", "<rootDir>/\\.(tools|bench|data[^/]*)/", ...ignored],
  // next/jest would turn them into CommonJS, but Jest runs them as the modules they are.
  transformIgnorePatterns: ["\\.mjs$"],
  modulePathIgnorePatterns: ["<rootDir>/\\.(next|tools|bench|data[^/]*)/"],
};

/** A test that renders is a .tsx and gets a DOM; every other test runs in plain Node. A docblock still overrides. */
export default {
  maxWorkers: 2,
  // A loaded machine is slow, and a test that hangs is found all the same.
  testTimeout: 60_000,
  projects: await Promise.all(
    [
      { displayName: "node", testEnvironment: "node", testMatch: ["**/*.test.{ts,mjs}"] },
      {
        displayName: "dom",
        testEnvironment: "<rootDir>/jest.env.mjs",
        setupFilesAfterEnv: ["<rootDir>/jest.patience.ts"],
        testMatch: ["**/*.test.tsx"],
      },
    ].map((project) => withNext({ ...shared, ...project })()),
  ),
};
