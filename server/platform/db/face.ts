import { eq, sql } from "drizzle-orm";
import type { Face } from "#lib/contract/brand.ts";
import { notFound } from "#server/platform/errors.ts";
import type { Db } from "./client.ts";
import { pick } from "./columns.ts";
import { logos, organizations } from "./schema.ts";

/** What customers see of the store: on pages, in email and on receipts. */
export async function readFace(db: Db): Promise<Face> {
  const [found] = await db
    .select({
      ...pick(organizations, "name", "tagline", "color", "phone", "website", "address"),
      hours: organizations.openingHours,
      logo: sql<string | null>`${organizations.id} || '-' || ${logos.hash}`,
    })
    .from(organizations)
    .leftJoin(logos, eq(logos.organizationId, organizations.id));
  if (!found) throw notFound();
  return found;
}
