import nextJest from "next/jest.js";

const withNext = nextJest({ dir: import.meta.dirname });

const shared = {
  rootDir: import.meta.dirname,
  testPathIgnorePatterns: ["/e2e/", "/\\.(tools|bench|data[^/]*)/"],
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
