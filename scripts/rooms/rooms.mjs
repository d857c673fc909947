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
];
const SCREENS = [...LOOKS, "swr"];

const SQL = ["drizzle-orm"];
/** Node modules that any host folder may use, because they reach no other machine. */
const NODE = ["node:crypto", "node:fs", "node:path", "node:timers"];

/**
 * The folders of server/ from the ground up, with their packages. Each may import the ones above it. The last
 * one is server/ itself.
 */
const layers = [
  ["server/platform/errors.ts", ["zod"]],
  ["server/platform/machine.ts", NODE],
  ["server/platform/log.ts", []],
  ["server/platform/settings.ts", ["zod"]],
  ["server/platform/threads.ts", ["node:worker_threads"]],
  [
    "server/platform/db",
    [
      ...SQL,
      "pg",
      "@electric-sql/",
      "node:async_hooks",
      "node:events",
      "node:stream",
      "node:worker_threads",
      ...NODE,
    ],
  ],
  ["server/platform/secrets", [...SQL, ...NODE]],
  ["server/platform/auth", [...SQL, "@node-rs/argon2", ...NODE]],
  ["server/platform/handler.ts", []],
  ["server/platform/http", [...SQL, "hono", "zod", ...NODE]],
  ["server/connections/calendar", ["ical.js", "windows-iana"]],
  ["server/connections/providers", [...SQL, "saxes", "zod", "node:stream", "node:worker_threads", ...NODE]],
  ["server/connections/push", [...SQL, ...NODE]],
  ["server/connections/mail", [...SQL, "zod"]],
  ["server/connections/inbox", [...SQL, ...NODE]],
  ["server/outreach/segments", SQL],
  ["server/outreach/automations", [...SQL, "croner"]],
  ["server/outreach/campaigns", SQL],
  ["server/records/files", [...SQL, "node:worker_threads", "node:zlib", ...NODE]],
  ["server/records/journal", SQL],
  ["server/booking", [...SQL, ...NODE]],
  ["server/records/fields", SQL],
  ["server/records/sales", SQL],
  ["server/records/products", SQL],
  ["server/records/contacts", [...SQL, "zod"]],
  ["server/records/notes", SQL],
  ["server/records/relations", SQL],
  ["server/records/timeline", SQL],
  ["server/records/templates", SQL],
  ["server/records/dashboard", SQL],
  ["server/records/repairs", SQL],
  ["server/records/tasks", SQL],
  ["server/records/search", SQL],
  [
    "server/data/imports",
    [...SQL, "zod", "fflate", "node:events", "node:worker_threads", ...NODE],
    ["lib", "lib/import"],
  ],
  ["server/data/export", [...SQL, "pg", ...NODE], ["lib"]],
  ["server/data/demo", [...SQL, ...NODE]],
  ["server/store/organization", [...SQL, "node:worker_threads", "node:zlib", ...NODE]],
  ["server/store/team", SQL],
  ["server/store/factors", [...SQL, "@simplewebauthn/server", ...NODE]],
  ["server/store/integration", [...SQL, "hono", "zod", ...NODE]],
  ["server/data/backup", [...SQL, "pg", "zod", "node:stream", "node:zlib", ...NODE]],
  ["server/jobs", SQL],
  ["server/jobs/health", [...SQL, "prom-client", "node:http", "node:net", ...NODE]],
  ["server/cli", [...SQL, "zod", "node:stream", "node:util", ...NODE]],
  ["server", ["hono", "@hono/", "zod", ...NODE]],
];

const host = Object.fromEntries(
  layers.map(([room, packages, more = []], i) => [
    room,
    {
      may: ["lib/contract", "lib/time", "lib/trace", ...more, ...layers.slice(0, i).map(([lower]) => lower)],
      packages,
    },
  ]),
);
/** rules.mjs rejects importers other than tests. */
host["server/testing"] = {
  may: Object.keys(host).concat("lib/contract", "lib/time", "lib/trace"),
  packages: [...SQL, "pg", "@electric-sql/", "luxon", "zod"],
};

/**
 * Every folder with code: the folders and packages it may import. A package includes its subpaths; a name
 * ending in "/" or ":" is a prefix. The longest matching folder applies to a file.
 */
export const rooms = {
  app: {
    may: [
      "components",
      "components/ui",
      "lib",
      "lib/api",
      "lib/contract",
      "lib/import",
      "lib/time",
      "lib/trace",
    ],
    packages: [...SCREENS, "next-auth", "server-only", ...NODE],
  },
  components: {
    may: ["components/ui", "lib", "lib/api", "lib/contract", "lib/time"],
    packages: SCREENS,
  },
  "components/ui": { may: ["lib", "lib/time"], packages: LOOKS },
  lib: {
    may: ["lib/contract", "lib/time", "lib/trace"],
    packages: ["next", "next-auth", "server-only", "react", "libphonenumber-js", ...NODE],
  },
  "lib/import": { may: ["lib", "lib/contract", "lib/time"], packages: [] },
  "lib/api": { may: ["lib", "lib/contract", "lib/time"], packages: ["react", "next", "swr", "posthog-js"] },
  "lib/contract": { may: [], packages: ["zod"] },
  "lib/time": { may: [], packages: [] },
  "lib/trace": { may: [], packages: ["node:async_hooks", "node:crypto"] },
  ...host,
  public: { may: [], packages: [] },
  e2e: { may: [], packages: ["@playwright/test", "@axe-core/", "smtp-server", "node:"] },
  scripts: { may: ["server/platform/db", "server/platform/http"], packages: ["@playwright/test", "node:"] },
  "scripts/image": { may: ["scripts", "server", "server/cli"], packages: ["node:"] },
  "lab/image": {
    may: ["scripts", "scripts/image", "server/platform/db"],
    packages: ["drizzle-orm", "js-yaml", "node:"],
  },
  "lab/conform": { may: ["lib/contract"], packages: ["node:"] },
  "lab/sentences": { may: ["scripts"], packages: ["@babel/parser", "node:"] },
  "lab/browsers": { may: ["scripts"], packages: ["node:"] },
  "lab/guide": { may: ["scripts"], packages: ["@playwright/test", "node:"] },
  "lab/release": { may: ["lib/contract"], packages: ["node:"] },
  "lab/https": { may: ["scripts"], packages: ["node:"] },
  "lab/platform": { may: ["scripts"], packages: ["node:"] },
  "lab/rotation": {
    may: ["scripts", "server/platform/db", "server/connections/providers"],
    packages: ["drizzle-orm", "node:"],
  },
  "lab/simulate": { may: host["server/testing"].may, packages: ["@electric-sql/", "drizzle-orm", "node:"] },
  "lab/bench": {
    may: [
      "scripts",
      "lab/platform",
      "server/data/backup",
      "server/booking",
      "server/platform/db",
      "server/data/demo",
      "server/jobs",
      "lib/contract",
    ],
    packages: ["@playwright/test", "@electric-sql/", "drizzle-orm", "pg", "node:"],
  },
};

/** Packages that only one file of a folder may import. */
export const also = {
  "components/ui/form-modal.tsx": ["zod"],
  "components/qr-code.tsx": ["uqr"],
  "lib/api/sign.ts": ["next-auth"],
  "lib/api/passkey.ts": ["@simplewebauthn/browser"],
  "lib/contract/client-address.ts": ["node:net"],
  "lib/incoming.ts": ["node:diagnostics_channel", "node:http"],
  "lib/form-resolver.ts": ["react-hook-form", "zod"],
  "lib/host.ts": ["node:stream", "undici"],
  "lib/csv.ts": ["papaparse"],
  "lib/zip.ts": ["fflate"],
  "server/platform/http/drain.ts": ["node:http"],
  "server/main.ts": ["node:http"],
  "server/data/backup/in-process.ts": ["node:child_process"],
  "server/data/imports/reading-process.ts": ["node:child_process", "node:stream"],
  "server/data/imports/read-main.ts": ["node:module", "node:os"],
  "server/cli/control.ts": ["node:http", "node:os"],
  "server/cli/doctor.ts": ["node:net", "pg"],
  // Connections to other machines. Addresses that people enter are resolved and checked first.
  "server/connections/providers/direct.ts": ["node:net"],
  "server/connections/providers/imap.ts": ["node:net"],
  "server/connections/providers/imap-worker.ts": ["imapflow"],
  "server/connections/providers/safe-html.ts": ["sanitize-html"],
  "server/connections/providers/guard.ts": ["node:dns", "node:net"],
  "server/connections/providers/mail-services.ts": ["node:dns"],
  "server/connections/providers/guarded-fetch.ts": ["node:net", "undici"],
  "server/connections/providers/smtp.ts": ["node:net", "nodemailer"],
};

export const forTests = [
  "@jest/globals",
  "@testing-library/",
  "fast-check",
  "fflate",
  "ical.js",
  "imapflow",
  "luxon",
  "postal-mime",
  "react",
  "next",
  "smtp-server",
  "undici",
  "zod",
  "node:",
];

/** The only files that may use the network. */
export const mayFetch =
  /^(public\/sw\.js|lib\/api\/(call|download|sign)\.ts|lib\/host\.ts|lib\/(page-state|stored-code)\.ts|lib\/trace\/otlp\.ts|server\/cli\/doctor\.ts|(lib\/testing|e2e|lab|scripts)\/.*)$/;
