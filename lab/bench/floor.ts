import http from "node:http";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { btree_gist } from "@electric-sql/pglite/contrib/btree_gist";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import pg from "pg";

const { PORT, DATA_DIR = "", DATABASE_URL, ORGANIZATION } = process.env;

const columns = "id, first_name, last_name, email, phone_number, birthday, anniversary, created_at";
const listOf = (matching: string) => `
  select page.*, latest.cost as sale_cost, latest.created_at as sale_date
  from (select ${columns} from contacts where organization_id = $1 ${matching}
        order by created_at desc, id desc limit 50) page
  left join lateral (select cost, created_at from purchases
        where organization_id = $1 and contact_id = page.id order by created_at desc limit 1) latest on true
  order by page.created_at desc, page.id desc`;

const pool = DATABASE_URL ? new pg.Pool({ connectionString: DATABASE_URL }) : await overPglite();
// A generic plan would be wrong for most search terms.
await pool.query("set plan_cache_mode = force_custom_plan");

http
  .createServer(async (request, response) => {
    const asked = new URL(request.url ?? "", "http://floor").searchParams;
    const search = asked.get("search");
    const { rows } = await pool.query(
      asked.has("count")
        ? {
            name: "count",
            text: "select count(*) from contacts where organization_id = $1",
            values: [ORGANIZATION],
          }
        : search
          ? { name: "search", text: listOf("and search like $2"), values: [ORGANIZATION, `%${search}%`] }
          : { name: "list", text: listOf(""), values: [ORGANIZATION] },
    );
    response.setHeader("content-type", "application/json").end(JSON.stringify(rows));
  })
  .listen(Number(PORT), "127.0.0.1");

process.on("SIGTERM", () => process.exit(0));

async function overPglite(): Promise<pg.Pool> {
  const lite = await PGlite.create({
    dataDir: join(DATA_DIR, "db"),
    extensions: { btree_gin, btree_gist, pg_trgm },
    startParams: [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB"],
  });
  return new pg.Pool({ ...createPgConfig(lite), max: 1, idleTimeoutMillis: 0 });
}
