import nextJest from "next/jest.js";

const withNext = nextJest({ dir: import.meta.dirname });

const shared = {
  rootDir: import.meta.dirname,
  testPathIgnorePatterns: ["<rootDir>/e2e/", "<rootDir>/\\.(tools|bench|data[^/]*)/"],
  // next/jest would turn them into CommonJS, but Jest runs them as the modules they are.
  transformIgnorePatterns: ["\\.mjs$"],
  modulePathIgnorePatterns: ["<rootDir>/\\.(next|tools|bench|data[^/]*)/"],
};

/** A test that renders is a .tsx and gets a DOM; every other test runs in plain Node. A docblock still overrides. */
export default {
  maxWorkers: 2,
  projects: await Promise.all(
    [
      { displayName: "node", testEnvironment: "node", testMatch: ["**/*.test.{ts,mjs}"] },
      { displayName: "dom", testEnvironment: "<rootDir>/jest.env.mjs", testMatch: ["**/*.test.tsx"] },
    ].map((project) => withNext({ ...shared, ...project })()),
  ),
};
