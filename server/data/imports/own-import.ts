import type { SignedIn } from "#server/platform/auth/session.ts";
import type { Db } from "#server/platform/db/client.ts";
import { imports as table } from "#server/platform/db/schema-import.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import { mayChange } from "./import-page.ts";
import { its, type Stored } from "./stored.ts";

export const NOT_THERE = "This import has moved on. Reload the page.";

export async function ownImport(
  db: Db,
  user: SignedIn,
  id: string,
  states?: Stored["state"][],
): Promise<Stored> {
  const [found] = await db.select().from(table).where(its({ id })).for("update");
  if (!found) throw notFound();
  if (!mayChange(found, user))
    throw new HttpError(403, "Only the person who started this import, the owner and admins can do that");
  if (states && !states.includes(found.state)) throw new HttpError(409, NOT_THERE);
  return found;
}
