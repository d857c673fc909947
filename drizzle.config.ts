import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: [
    "./server/platform/db/schema.ts",
    "./server/platform/db/schema-mail.ts",
    "./server/platform/db/schema-calendar.ts",
    "./server/platform/db/schema-auth.ts",
    "./server/platform/db/schema-directory.ts",
    "./server/platform/db/schema-journal.ts",
    "./server/platform/db/schema-import.ts",
    "./server/platform/db/schema-segments.ts",
    "./server/platform/db/schema-tasks.ts",
    "./server/platform/db/schema-fields.ts",
    "./server/platform/db/schema-tags.ts",
    "./server/platform/db/schema-campaigns.ts",
    "./server/platform/db/schema-received.ts",
    "./server/platform/db/schema-relations.ts",
    "./server/platform/db/schema-files.ts",
    "./server/platform/db/schema-factors.ts",
    "./server/platform/db/schema-push.ts",
  ],
  out: "./server/platform/db/migrations",
});
