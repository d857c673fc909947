import { addDays, dayOf } from "#lib/time/days.ts";
import { now } from "../machine.ts";
import { DAY, type Person } from "../world.ts";
import { type Invariant, rowsOf, sql, storesInTurn } from "./invariant.ts";

type Contact = {
  birthday: string | null;
  added: string;
  consent: string;
  refused: boolean;
  spent: string | null;
  sales: number;
  lastSale: string | null;
};

export const segments: Invariant = {
  name: "segments",
  says: "A segment has the contacts that a naive recount of its condition finds.",
  async check(look) {
    const wrong: string[] = [];
    for (const { id, name, timezone, people, random } of storesInTurn(look)) {
      const [owner] = people as [Person];
      const today = dayOf(now(), timezone);
      const contacts = await rowsOf<Contact>(
        look,
        sql`select c.birthday::text, c.created_at as added, c.consent, count(p.id)::int as sales, sum(p.cost - p.refunded) as spent,
            max(p.created_at) as "lastSale", exists (select from suppressions s where s.organization_id = c.organization_id
              and s.address = c.email_key and s.reason = 'unsubscribed' and s.lifted_at is null) as refused
          from contacts c left join purchases p on p.organization_id = c.organization_id and p.contact_id = c.id
          where c.organization_id = ${id} group by c.organization_id, c.id`,
      );
      const [days, week, amount] = [untilFebruary(today), random.between(1, 9), random.between(1, 2_000)];
      const since = (at: string | null) =>
        at !== null && dayOf(Date.parse(at), timezone) >= addDays(today, -week);
      const cases: [object, (contact: Contact) => boolean][] = [
        [{ field: "birthday", within: days }, (one) => isWithin(one.birthday, today, days)],
        [{ field: "birthday", within: week }, (one) => isWithin(one.birthday, today, week)],
        [{ field: "added", period: { last: { count: week, unit: "days" } } }, (one) => since(one.added)],
        [
          { field: "lastSale", period: { last: { count: week, unit: "days" } } },
          (one) => since(one.lastSale),
        ],
        [{ field: "spent", is: "over", amount: String(amount) }, (one) => Number(one.spent ?? 0) > amount],
        [{ field: "spent", is: "under", amount: String(amount) }, (one) => Number(one.spent ?? 0) < amount],
        [{ field: "sales", is: "atLeast", count: 2 }, (one) => one.sales >= 2],
        [{ field: "sales", is: "atMost", count: 1 }, (one) => one.sales <= 1],
        [{ field: "consent", is: "withdrawn" }, (one) => one.consent === "withdrawn" || one.refused],
      ];
      for (const [condition, fits] of cases) {
        for (const not of [false, true]) {
          const where = JSON.stringify([[{ ...condition, ...(not && { not }) }]]);
          const { status, body } = await look.world.look("contacts.count", owner, { query: { where } });
          const expected = contacts.filter((one) => fits(one) !== not).length;
          if (status !== 200 || Number(body.count) !== expected)
            wrong.push(`${name}: ${where} has ${status} ${JSON.stringify(body)}, recounted ${expected}`);
        }
      }
    }
    return wrong;
  },
};

/** Days until 28 February, when birthdays on the 29th count. */
function untilFebruary(today: string): number {
  const year = Number(today.slice(0, 4)) + (today.slice(5) >= "02-28" ? 1 : 0);
  return (Date.parse(`${year}-02-28`) - Date.parse(today)) / DAY;
}

function isWithin(birthday: string | null, today: string, days: number): boolean {
  if (!birthday) return false;
  return [0, 1].some((ahead) => {
    const year = Number(today.slice(0, 4)) + ahead;
    const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29;
    const day = birthday.endsWith("02-29") && !isLeap ? "02-28" : birthday.slice(5);
    return today <= `${year}-${day}` && `${year}-${day}` <= addDays(today, days);
  });
}
