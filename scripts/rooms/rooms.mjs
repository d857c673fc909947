/** Entity-free looks, and what both screens and their parts are made of. */
const LOOKS = [
  "react",
  "react-dom",
  "next",
  "clsx",
  "lucide-react",
  "@radix-ui/",
  "cmdk",
  "downshift",
  "get-nonce",
  "react-day-picker",
  "react-hook-form",
  "react-hotkeys-hook",
  "cronstrue",
  "libphonenumber-js",
  "luxon",
];
const SCREENS = [...LOOKS, "swr"];

/**
 * Every folder that holds code: which other rooms it may import, and which packages. A package stands for its
 * subpaths, a name with "/" or ":" at its end for all that begin so. A room's folder belongs to the longest match.
 */
export const rooms = {
  app: {
    may: ["components", "components/ui", "lib", "lib/api", "lib/contract"],
    packages: [...SCREENS, "next-auth", "server-only", "node:"],
  },
  components: { may: ["components/ui", "lib", "lib/api", "lib/contract"], packages: SCREENS },
  "components/ui": { may: ["lib"], packages: LOOKS },
  lib: {
    may: ["lib/contract"],
    packages: ["next", "next-auth", "server-only", "react", "luxon", "libphonenumber-js", "node:"],
  },
  "lib/api": { may: ["lib", "lib/contract"], packages: ["react", "next", "swr", "posthog-js"] },
  "lib/contract": { may: [], packages: ["zod"] },
  server: {
    may: ["lib/contract"],
    packages: [
      "hono",
      "@hono/",
      "drizzle-orm",
      "pg",
      "@electric-sql/",
      "@node-rs/argon2",
      "nodemailer",
      "croner",
      "ical.js",
      "saxes",
      "undici",
      "windows-iana",
      "libphonenumber-js",
      "luxon",
      // It parses bodies, and turns what is wrong with one into a sentence.
      "zod",
      "node:",
    ],
  },
  e2e: { may: [], packages: ["@playwright/test", "@axe-core/", "smtp-server", "node:"] },
  scripts: { may: [], packages: ["@playwright/test", "node:"] },
  // Measures the host as it is, in its own process.
  "scripts/bench": {
    may: ["scripts", "server", "lib/contract"],
    packages: ["@playwright/test", "@electric-sql/", "drizzle-orm", "pg", "node:"],
  },
};

/** Single files that may more than their room. */
export const also = {
  "components/ui/form-modal.tsx": ["zod"],
  "lib/api/sign.ts": ["next-auth"],
  "lib/contract/client-address.ts": ["node:net"],
  "lib/contract/testing-worst-input.ts": ["node:vm"],
  "lib/form-resolver.ts": ["react-hook-form", "zod"],
  "lib/host.ts": ["undici"],
  "lib/read-csv.ts": ["papaparse"],
  "server/testing/sink.ts": ["postal-mime", "smtp-server"],
};

/** Packages that tests may use in every room. */
export const forTests = [
  "@jest/globals",
  "@testing-library/",
  "fast-check",
  "imapflow",
  "postal-mime",
  "react",
  "next",
  "smtp-server",
  "undici",
  "zod",
  "node:",
];

/** The only places that talk over the network. */
export const mayFetch =
  /^(lib\/api\/call\.ts|lib\/host\.ts|lib\/reach\.ts|server\/providers\/guarded-fetch\.ts|(lib\/testing|e2e|scripts)\/.*)$/;
