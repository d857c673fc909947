/** UI packages without entities. */
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
/** Modules of Node that any host folder may use. None of them reaches another machine. */
const NODE = ["node:crypto", "node:fs", "node:path", "node:timers"];

/**
 * The folders of server/ from the ground up, with their packages. A folder may import the ones above it in
 * this list, so there are no cycles. The last one is server/ itself.
 */
const layers = [
  ["server/errors.ts", ["zod"]],
  ["server/log.ts", []],
  ["server/settings.ts", ["zod"]],
  ["server/threads.ts", ["node:worker_threads"]],
  [
    "server/db",
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
  ["server/secrets", [...SQL, ...NODE]],
  ["server/auth", [...SQL, "@node-rs/argon2", ...NODE]],
  ["server/handler.ts", []],
  ["server/calendar", ["ical.js", "windows-iana"]],
  ["server/providers", [...SQL, "saxes", "zod", "node:stream", "node:worker_threads", ...NODE]],
  ["server/push", [...SQL, ...NODE]],
  ["server/mail", [...SQL, "zod"]],
  ["server/letters", [...SQL, ...NODE]],
  ["server/segments", SQL],
  ["server/automations", [...SQL, "croner"]],
  ["server/campaigns", SQL],
  ["server/files", [...SQL, "node:worker_threads", "node:zlib", ...NODE]],
  ["server/journal", SQL],
  ["server/booking", [...SQL, ...NODE]],
  ["server/fields", SQL],
  ["server/sales", SQL],
  ["server/products", SQL],
  ["server/contacts", [...SQL, "zod"]],
  ["server/notes", SQL],
  ["server/relations", SQL],
  ["server/timeline", SQL],
  ["server/templates", SQL],
  ["server/dashboard", SQL],
  ["server/tasks", SQL],
  ["server/search", SQL],
  [
    "server/imports",
    [...SQL, "zod", "fflate", "node:events", "node:worker_threads", ...NODE],
    ["lib", "lib/import"],
  ],
  ["server/export", [...SQL, "pg", ...NODE], ["lib"]],
  ["server/demo", [...SQL, ...NODE]],
  ["server/organization", SQL],
  ["server/team", SQL],
  ["server/factors", [...SQL, "@simplewebauthn/server", ...NODE]],
  ["server/http", [...SQL, "hono", "zod", ...NODE]],
  // Has its own web pages.
  ["server/integration", [...SQL, "hono", "zod", ...NODE]],
  ["server/backup", [...SQL, "pg", "zod", "node:stream", "node:zlib", ...NODE]],
  ["server/jobs", SQL],
  ["server/health", [...SQL, "prom-client", "node:http", "node:net", ...NODE]],
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
/** Shared by the host's tests. rules.mjs rejects other importers. */
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
  // Meaning of cells in other programs' files, for the web app's dialog and the host's imports.
  "lib/import": { may: ["lib", "lib/contract", "lib/time"], packages: [] },
  "lib/api": { may: ["lib", "lib/contract", "lib/time"], packages: ["react", "next", "swr", "posthog-js"] },
  "lib/contract": { may: [], packages: ["zod"] },
  // Shared by web app and host, and part of the first views.
  "lib/time": { may: [], packages: [] },
  // OpenTelemetry output of web app and host.
  "lib/trace": { may: [], packages: ["node:async_hooks", "node:crypto"] },
  ...host,
  // The service worker is not bundled.
  public: { may: [], packages: [] },
  e2e: { may: [], packages: ["@playwright/test", "@axe-core/", "smtp-server", "node:"] },
  // Web app and host share their shutdown.
  scripts: { may: ["server/http"], packages: ["@playwright/test", "node:"] },
  // Starts web app, host or CLI in the image.
  "scripts/image": { may: ["scripts", "server", "server/cli"], packages: ["node:"] },
  "lab/image": {
    may: ["scripts", "scripts/image", "server/db"],
    packages: ["drizzle-orm", "js-yaml", "node:"],
  },
  // Calls a running host.
  "scripts/conform": { may: ["lib/contract"], packages: ["node:"] },
  "lab/sentences": { may: ["scripts"], packages: ["@babel/parser", "node:"] },
  "lab/browsers": { may: ["scripts"], packages: ["node:"] },
  "lab/https": { may: ["scripts"], packages: ["node:"] },
  "lab/platform": { may: ["scripts"], packages: ["node:"] },
  // Connects an account like the host.
  "lab/rotation": {
    may: ["scripts", "server/db", "server/providers"],
    packages: ["drizzle-orm", "node:"],
  },
  "lab/bench": {
    may: [
      "scripts",
      "lab/platform",
      "server/backup",
      "server/booking",
      "server/db",
      "server/demo",
      "server/jobs",
      "lib/contract",
    ],
    packages: ["@playwright/test", "@electric-sql/", "drizzle-orm", "pg", "node:"],
  },
};

/** Exceptions for single files. */
export const also = {
  "components/ui/form-modal.tsx": ["zod"],
  "components/second-step/qr-code.tsx": ["uqr"],
  "lib/api/sign.ts": ["next-auth"],
  "lib/api/passkey.ts": ["@simplewebauthn/browser"],
  "lib/contract/client-address.ts": ["node:net"],
  "lib/incoming.ts": ["node:diagnostics_channel", "node:http"],
  "lib/form-resolver.ts": ["react-hook-form", "zod"],
  "lib/host.ts": ["node:stream", "undici"],
  "lib/csv.ts": ["papaparse"],
  "lib/zip.ts": ["fflate"],
  // Types only.
  "server/http/drain.ts": ["node:http"],
  "server/main.ts": ["node:http"],
  // Backups run in their own process.
  "server/backup/in-process.ts": ["node:child_process"],
  // Files are read in their own process.
  "server/imports/reading-process.ts": ["node:child_process", "node:stream"],
  "server/imports/read-main.ts": ["node:os"],
  // Connects to the host that has the database open.
  "server/cli/control.ts": ["node:http", "node:os"],
  // Checks the services named in the environment.
  "server/cli/doctor.ts": ["node:net", "pg"],
  // Connections to other machines. Addresses that people enter are resolved and checked first.
  "server/providers/direct.ts": ["node:net"],
  "server/providers/imap.ts": ["node:net"],
  "server/providers/imap-worker.ts": ["imapflow"],
  "server/providers/safe-html.ts": ["sanitize-html"],
  "server/providers/guard.ts": ["node:dns", "node:net"],
  "server/providers/guarded-fetch.ts": ["node:net", "undici"],
  "server/providers/smtp.ts": ["node:net", "nodemailer"],
};

/** Packages that all tests and test helpers may use. */
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
  /^(public\/sw\.js|lib\/api\/(call|download|sign)\.ts|lib\/host\.ts|lib\/page-state\.ts|lib\/trace\/otlp\.ts|server\/providers\/guarded-fetch\.ts|server\/cli\/doctor\.ts|(lib\/testing|e2e|lab|scripts)\/.*)$/;
