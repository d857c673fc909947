import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: [
    "./server/db/schema.ts",
    "./server/db/schema-mail.ts",
    "./server/db/schema-calendar.ts",
    "./server/db/schema-auth.ts",
    "./server/db/schema-directory.ts",
    "./server/db/schema-journal.ts",
    "./server/db/schema-import.ts",
    "./server/db/schema-segments.ts",
    "./server/db/schema-tasks.ts",
    "./server/db/schema-fields.ts",
    "./server/db/schema-tags.ts",
    "./server/db/schema-campaigns.ts",
    "./server/db/schema-received.ts",
    "./server/db/schema-relations.ts",
    "./server/db/schema-files.ts",
    "./server/db/schema-factors.ts",
    "./server/db/schema-push.ts",
  ],
  out: "./server/db/migrations",
});
