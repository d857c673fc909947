import { sql } from "drizzle-orm";
import { contacts } from "#server/platform/db/schema.ts";
import { suppressions } from "#server/platform/db/schema-mail.ts";
import { type Shop, testHost } from "#server/testing/host.ts";
import { skipReason } from "./may-email.ts";

const host = testHost();
let shop: Shop;
beforeAll(async () => {
  shop = await host.shop();
});

async function reasons(address: string) {
  const database = await host.database();
  const why = (marketing: string) =>
    skipReason({
      address: sql`${address}::text`,
      marketing: sql.raw(marketing),
    });
  return database.read(shop.id, async (db) => {
    const { rows } = await db.execute(sql`select ${why("true")} as marketing, ${why("false")} as booking
      from (select 1) as one left join ${contacts} on false`);
    return rows[0];
  });
}

test.each([
  ["", "No email address"],
  ["amara", "Not a valid email address"],
  ["a@b@example.com", "Not a valid email address"],
  ["amara..frost@example.com", "Not a valid email address"],
  ["amara@example", "Not a valid email address"],
  ["amara@example.com\r\nBcc: all@example.com", "Not a valid email address"],
  ["Bcc: all@example.com\namara@example.com", "Not a valid email address"],
  [`${"a".repeat(250)}@example.com`, "Not a valid email address"],
  ["o'brien+shop@mail.example.co.uk", null],
  ["amara@example.com", null],
])("%j: %s", async (address, reason) =>
  expect(await reasons(address)).toEqual({ marketing: reason, booking: reason }),
);

test.each<["unsubscribed" | "bounced" | "erased", marketing: string | null, booking: string | null]>([
  ["unsubscribed", "Unsubscribed", null],
  ["bounced", "An earlier mail to this address came back", "An earlier mail to this address came back"],
  ["erased", "The address was erased", "The address was erased"],
])("%s", async (reason, marketing, booking) => {
  const database = await host.database();
  const address = `${reason}@example.com`;
  await database.tenant(shop.id, (db) =>
    db.insert(suppressions).values({ organizationId: shop.id, address, reason }),
  );
  expect(await reasons(address.toUpperCase())).toEqual({ marketing, booking });
});
