import { inArray } from "drizzle-orm";
import { users } from "../db/schema.ts";
import { DEMO_PASSWORD, seedDemo } from "../db/seed.ts";
import { team } from "../db/seed-texts.ts";
import { HttpError } from "../errors.ts";
import { run } from "./run.ts";

await run(
  () => team.map(({ email }) => email),
  async (emails, database) => {
    const found = await database.system((db) =>
      db.select({ email: users.email }).from(users).where(inArray(users.email, emails)),
    );
    if (found.length > 0) {
      throw new HttpError(409, `The demo store is there already (${found[0]?.email} exists).`);
    }
    await seedDemo(database);
    return `The demo store is there. Sign in as ${emails.join(", ")} with ${DEMO_PASSWORD}`;
  },
);
