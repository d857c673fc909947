import { hash } from "node:crypto";
import pg from "pg";

export type Tenant = { bearer: string; contact: string; category: string };

export async function fillOrganizations(url: string, count: number, contacts: number): Promise<Tenant[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: indexes } = await client.query<{ name: string; made: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
        where indexrelid::regclass::text in ('contacts_search', 'purchases_search')`,
    );
    for (const statement of [
      "set statement_timeout = 0; set maintenance_work_mem = '512MB'; select setseed(0.15)",
      ...indexes.map(({ name }) => `drop index ${name}`),
      `create temporary table stores as
        select n, gen_random_uuid() as org, gen_random_uuid() as person from generate_series(1, ${count}) as n`,
      `insert into organizations (id, name, timezone) select org, 'Store ' || n, 'Europe/London' from stores`,
      `insert into users (organization_id, id, email, first_name, last_name, role)
        select org, person, 'owner' || n || '@scale.example.com', 'Ada', 'Store', 'OWNER' from stores`,
      `insert into product_categories (organization_id, id, name)
        select org, gen_random_uuid(), 'Category ' || k from stores, generate_series(1, 5) as k`,
      `create temporary table made as select s.org, k, gen_random_uuid() as id,
          (array['Maria','Noah','Ingrid','Kwame','Saoirse','Hiroshi','Lakshmi','Zoe','Dimitri','Amelie'])[1 + k % 10] as first,
          initcap(translate(substr(md5(s.n || ' ' || k), 1, 7), '0123456789', 'aeioumnrst')) as last,
          now() - random() * interval '1000 days' as at
        from stores s, generate_series(1, ${contacts}) as k`,
      `insert into contacts (organization_id, id, first_name, last_name, email, phone_number, search, birthday, source, created_at)
        select org, id, first, last, lower(last) || k || '@example.com', '+1 555 ' || lpad(k::text, 7, '0'),
          ' ' || lower(first || ' ' || last) || ' ' || lower(last) || k || '@example.com 1555' || lpad(k::text, 7, '0'),
          case when k % 2 = 0 then date '1940-01-01' + (random() * 25000)::int end, 'person', at from made order by org, id`,
      `insert into purchases (organization_id, id, cost, contact_id, contact_name, product_category_name, search, created_at)
        select org, gen_random_uuid(), (10 + random() * 1990)::numeric(12, 2), id, first || ' ' || last, 'Category 1',
          ' ' || lower(first || ' ' || last) || E'\\n category 1\\n', at + random() * (now() - at)
        from made where k % 5 = 0 order by org`,
      ...indexes.map(({ made }) => made),
      "vacuum analyze",
    ])
      await client.query(statement);
    const { rows } = await client.query<{ org: string; person: string; contact: string; category: string }>(
      `select org, person, (select min(id::text) from contacts c where c.organization_id = org) as contact,
        (select min(id::text) from product_categories c where c.organization_id = org) as category
        from stores`,
    );
    const tenants: Tenant[] = [];
    for (const { org, person, contact, category } of rows) {
      const bearer = hash("sha256", `scale ${org}`, "base64url");
      await client.query(
        "insert into sessions (organization_id, user_id, token_hash, expires_at) values ($1, $2, $3, now() + interval '1 day')",
        [org, person, hash("sha256", bearer, "buffer")],
      );
      tenants.push({ bearer, contact, category });
    }
    return tenants;
  } finally {
    await client.end();
  }
}
