import nextJest from "next/jest.js";
import { whyNoServers } from "./scripts/test/servers.mjs";

const withNext = nextJest({ dir: import.meta.dirname });

// On Postgres, only tests with a database run. Mail and calendar servers don't depend on the engine.
const onPostgres = Boolean(process.env.TEST_DATABASE_URL);
const EMBEDDED = "main|data/backup/(restore|upgrade)|platform/db/lite-thread";
const ignored = [
  ...(whyNoServers() || onPostgres ? ["real-servers\\.test"] : []),
  ...(onPostgres ? ["<rootDir>/(?!server/)", `<rootDir>/server/(${EMBEDDED})\\.test`] : []),
  ...(process.env.TESTS_LEFT_TO_POSTGRES?.split("|").filter(Boolean) ?? []),
];

const shared = {
  rootDir: import.meta.dirname,
  testPathIgnorePatterns: ["<rootDir>/e2e/", "<rootDir>/\\.(tools|platform|bench|data[^/]*)/", ...ignored],
  modulePathIgnorePatterns: ["<rootDir>/\\.(next|tools|platform|bench|data[^/]*)/"],
};

const OWN_WORLD = ["server/testing/real-servers.test.ts", "server/jobs/loop.test.ts"];

/** Like the host: Node reads the sources directly, and the files of a process share loaded modules. */
const host = {
  ...shared,
  displayName: "host",
  runner: "<rootDir>/jest.runner.mjs",
  transform: {},
  setupFilesAfterEnv: ["<rootDir>/jest.limits.mjs"],
  testMatch: ["<rootDir>/server/**/*.test.ts"],
  testPathIgnorePatterns: [...shared.testPathIgnorePatterns, ...OWN_WORLD],
};

// next/jest would convert modules to CommonJS, but Jest runs .mjs files as they are.
const ofNext = (project) => withNext({ ...shared, transformIgnorePatterns: ["\\.mjs$"], ...project })();

/** Tests in .tsx files get a DOM unless a docblock says otherwise. */
export default {
  // More than the cores of a small machine, because some tests only wait.
  maxWorkers: 3,
  // Generous for a busy machine, but a hanging test still fails.
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
