import pg from "pg";
import type { Name } from "#lib/contract/contract.ts";
import { urlOf } from "#lib/contract/path.ts";
import type { SaleSegment } from "#lib/contract/sale-segments.ts";
import type { Segment } from "#lib/contract/segments.ts";
import { seedIfEmpty } from "#server/data/demo/seed.ts";
import { openDatabase } from "#server/platform/db/open.ts";
import { report } from "./figures.ts";
import { signIn, startHost } from "./host.ts";
import { printTable } from "./table.ts";

const PEOPLE = 1_000_000;
const TIMES = 5;

type Asked = { asked: string; page: string; count?: string };

/** Throws on a wrong answer, except the host's own error for slow queries. */
export async function benchMillion(dataDir: string, databaseUrl: string): Promise<void> {
  const opened = await openDatabase({ dataDir, databaseUrl });
  await seedIfEmpty(opened.database);
  await opened.close();
  await fill(databaseUrl);
  const host = await startHost({ dataDir, databaseUrl });
  try {
    const authorization = `Bearer ${await signIn(host)}`;
    const ask = async (name: Name, query: object) => {
      const begun = performance.now();
      const answer = await fetch(`${host.origin}/api/v1${urlOf(name, { query })}`, {
        headers: { authorization },
      });
      const text = await answer.text();
      const ms = performance.now() - begun;
      if (answer.status === 503) return { ms, said: "too long" };
      if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${text.slice(0, 200)}`);
      const body = JSON.parse(text) as { count?: number; isExact?: boolean };
      const about = body.isExact === false ? "about " : "";
      return { ms, said: body.count === undefined ? "" : about + body.count.toLocaleString("en-US") };
    };
    const times = async (name: Name, query: object) => {
      const samples: number[] = [];
      let said = "";
      for (let i = 0; i < TIMES; i++) {
        const one = await ask(name, query);
        samples.push(one.ms);
        said = one.said;
        if (one.ms > 1_900) break;
      }
      return { samples, said };
    };
    const known = await store(databaseUrl);
    for (const [heading, list, count, questions] of [
      ["Contacts", "contacts.segment", "contacts.count", contactQuestions(known)],
      ["Sales", "sales.segment", "sales.count", saleQuestions(known)],
    ] as const) {
      const said: Asked[] = [];
      const figures = [];
      for (const [asked, query] of Object.entries(questions)) {
        const page = await times(list, { limit: 50, page: 1, ...query });
        const { where = "[]" } = query as { where?: string };
        const counted = await times(count, { where });
        said.push({ asked, page: page.said, count: counted.said });
        figures.push(
          { name: `${asked}: first page`, unit: "ms", samples: page.samples },
          { name: `${asked}: count`, unit: "ms", samples: counted.samples },
        );
      }
      report(`${heading}, ${PEOPLE.toLocaleString("en-US")} contacts in the store`, figures);
      printTable(
        `${heading}: results`,
        ["", "first page", "count"],
        said.map(({ asked, page, count = "" }) => [asked, page, count]),
      );
    }
    const year = new Date().getFullYear() - 1;
    const wholeYear = { from: `${year}-01-01`, to: `${year}-12-31` };
    report(`Reports, ${PEOPLE.toLocaleString("en-US")} contacts in the store`, [
      { name: "a year of sales", unit: "ms", samples: (await times("dashboard.report", wholeYear)).samples },
    ]);
  } finally {
    await host.stop();
  }
}

const json = (segment: Segment | SaleSegment) => ({ where: JSON.stringify(segment) });
const years = (count: number) => ({ last: { count, unit: "years" as const } });
type Known = { tag: string; category: string };

function contactQuestions({ tag, category }: Known): Record<string, object> {
  return {
    everybody: {},
    "birthday in the next 7 days": json([[{ field: "birthday", within: 7 }]]),
    "anniversary in a month": json([[{ field: "anniversary", month: 5 }]]),
    "added in the last 7 days": json([[{ field: "added", period: { last: { count: 7, unit: "days" } } }]]),
    "name contains a rare word": json([[{ field: "name", contains: "quillfeather" }]]),
    "email contains a rare word": json([[{ field: "email", contains: "quillfeather" }]]),
    "phone number contains six digits": json([[{ field: "phoneNumber", contains: "123456" }]]),
    "name contains “mar”": json([[{ field: "name", contains: "mar" }]]),
    "came by booking": json([[{ field: "source", is: "visitor" }]]),
    "has a rare tag": json([[{ field: "tags", tagIds: [tag] }]]),
    "has no tag": json([[{ field: "tags", not: true }]]),
    "spent over 1,000": json([[{ field: "spent", is: "over", amount: "1000" }]]),
    "spent over 1,000 on a category in 2 years": json([
      [{ field: "spent", is: "over", amount: "1000", categoryId: category, period: years(2) }],
    ]),
    "at least 5 sales": json([[{ field: "sales", is: "atLeast", count: 5 }]]),
    "a sale in the last 7 days": json([
      [{ field: "sales", is: "atLeast", count: 1, period: { last: { count: 7, unit: "days" } } }],
    ]),
    "last sale over a year ago": json([
      [{ field: "lastSale", period: { to: `${new Date().getFullYear() - 1}-01-01` } }],
    ]),
    "spent over 1,000, not bought in a year": json([
      [{ field: "spent", is: "over", amount: "1000" }],
      [{ field: "lastSale", not: true, period: years(1) }],
    ]),
    "appointment in the next 7 days": json([
      [{ field: "appointment", period: { next: { count: 7, unit: "days" } } }],
    ]),
    "last appointment over a year ago": json([[{ field: "lastAppointment", not: true, period: years(1) }]]),
    "did not come": json([[{ field: "noShow" }]]),
    "mailed in the last 7 days": json([[{ field: "mailed", period: { last: { count: 7, unit: "days" } } }]]),
    "never mailed": json([[{ field: "mailed", not: true }]]),
    "marketing mail: yes": json([[{ field: "consent", is: "given" }]]),
    "birthday in 7 days and spent over 1,000": json([
      [{ field: "birthday", within: 7 }],
      [{ field: "spent", is: "over", amount: "1000" }],
    ]),
    "by name": { sort: "name:asc" },
    "by next birthday": { sort: "birthday:asc" },
    "by what they spent": { sort: "spent:desc" },
    "by last sale": { sort: "recentSale:desc" },
  };
}

function saleQuestions({ category }: Known): Record<string, object> {
  return {
    all: {},
    "sold in the last 7 days": json([[{ field: "soldAt", period: { last: { count: 7, unit: "days" } } }]]),
    "of a category": json([[{ field: "category", categoryId: category }]]),
    "price over 1,900": json([[{ field: "cost", is: "over", amount: "1900" }]]),
    refunded: json([[{ field: "refunded" }]]),
    "invoice contains six digits": json([[{ field: "invoice", contains: "123456" }]]),
    "contact contains a rare word": json([[{ field: "customer", contains: "quillfeather" }]]),
    "by price": { sort: "cost:desc" },
    "by contact": { sort: "customer:asc" },
  };
}

async function store(url: string): Promise<Known> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(`select (select id from tags where name = 'Rare') as tag,
    (select id from product_categories order by id limit 1) as category`);
  await client.end();
  return rows[0] as Known;
}

async function fill(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    "select organization_id as id from users where email = 'owner@example.com'",
  );
  const org = `'${rows[0].id}'::uuid`;
  for (const statement of [
    "set statement_timeout = 0",
    "select setseed(0.15)",
    `create temporary table made as select n, gen_random_uuid() as id,
        (array['Maria','Noah','Ingrid','Kwame','Saoirse','Hiroshi','Lakshmi','Zoe','Dimitri','Amelie'])[1 + n % 10] as first,
        case when n % 100000 = 7 then 'Quillfeather' else initcap(translate(substr(md5(n::text), 1, 7), '0123456789', 'aeioumnrst')) end as last,
        now() - random() * interval '3000 days' as at
      from generate_series(1, ${PEOPLE}) as n`,
    `create temporary table categories as select id, name, row_number() over (order by id) - 1 as at
      from product_categories where organization_id = ${org}`,
    `insert into contacts (organization_id, id, first_name, last_name, email, phone_number, search, birthday, anniversary,
        consent, source, created_at)
      select ${org}, id, first, last, lower(last) || n || '@example.com', '+1 555 ' || lpad(n::text, 7, '0'),
        ' ' || lower(first || ' ' || last) || ' ' || lower(last) || n || '@example.com 1555' || lpad(n::text, 7, '0'),
        case when random() < 0.5 then date '1940-01-01' + (random() * 25000)::int end,
        case when random() < 0.2 then date '1980-01-01' + (random() * 15000)::int end,
        (array['given','unknown','unknown','withdrawn'])[1 + (random() * 3)::int],
        (array['person','import','visitor'])[1 + (random() * 2)::int], at from made`,
    `insert into purchases (organization_id, id, cost, contact_id, contact_name, product_category_id, product_category_name,
        invoice_number, search, created_at)
      select ${org}, gen_random_uuid(), (10 + random() * 1990)::numeric(12, 2), m.id, m.first || ' ' || m.last, c.id, c.name,
        'INV-' || lpad((m.n * 2 + k)::text, 8, '0'), ' ' || lower(m.first || ' ' || m.last) || E'\\n ' || lower(c.name) || E'\\n',
        m.at + random() * (now() - m.at)
      from made m, lateral generate_series(1, case when m.n % 10 = 0 then 8 when m.n % 2 = 0 then 2 else 1 end) as k,
        categories c where c.at = (m.n + k) % (select count(*) from categories)`,
    `insert into bookings (organization_id, id, title, contact_id, name, email, timezone, request_key, starts_at, ends_at,
        created_at, calendar_state, status)
      select ${org}, gen_random_uuid(), 'Fitting', id, first, '', 'UTC', id::text, begins, begins + interval '30 minutes', at,
        'written', case when n % 50 = 5 then 'NO_SHOW' else 'CONFIRMED' end
      from (select *, at + random() * (now() + interval '60 days' - at) as begins from made where n % 5 = 0) as made`,
    `insert into mails (organization_id, id, kind, contact_id, to_address, to_name, state, sent_at, created_at)
      select ${org}, gen_random_uuid(), 'automation', id, '', first, 'sent', sent, sent
      from (select *, at + random() * (now() - at) as sent from made where n % 2 = 0) as made`,
    `insert into tags (organization_id, id, name, color) values (${org}, gen_random_uuid(), 'Rare', 1),
      (${org}, gen_random_uuid(), 'Common', 2)`,
    `insert into contact_tags (organization_id, id, contact_id, tag_id)
      select ${org}, gen_random_uuid(), m.id, t.id from made m join tags t on t.organization_id = ${org}
        and (t.name = 'Rare' and m.n % 5000 = 1 or t.name = 'Common' and m.n % 4 = 0)`,
    "vacuum analyze",
  ])
    await client.query(statement);
  await client.end();
}
