import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { setTracer } from "#lib/trace/trace.ts";
import { testHost } from "#server/testing/host.ts";
import type { Db } from "./client.ts";
import { asRequest } from "./request.ts";

const host = testHost();
const named = async (db: Db) =>
  (await db.execute<{ name: string }>(sql`select current_setting('application_name') as name`)).rows[0]?.name;

test("statements are named after their request", async () => {
  const [{ id: organizationId }, database] = [await host.shop(), await host.database()];
  const ask = (id: string) =>
    asRequest(id, async () => {
      const found = [await database.read(organizationId, named)];
      await setImmediate();
      found.push(await database.tenant(organizationId, async (db) => (await named(db)) && named(db)));
      return found;
    });
  const ids = Array.from({ length: 8 }, (_, i) => String(i).repeat(32));
  const found = await Promise.all(ids.map(ask));
  expect(found).toEqual(ids.map((id) => [`loupe ${id}`, `loupe ${id}`]));
  expect(await database.read(organizationId, named)).toBe("loupe");
});

test("reads of a request are named after its id", async () => {
  const shop = await host.shop();
  const id = "f".repeat(32);
  const asked: string[] = [];
  const database = await host.database();
  const { read } = database;
  const watch = jest.spyOn(database, "read").mockImplementation((organizationId, work) =>
    read(organizationId, async (db) => {
      asked.push((await named(db)) ?? "");
      return work(db);
    }),
  );
  const headers = { authorization: `Bearer ${shop.owner.token}`, "x-request-id": id };
  expect((await host.send("GET", "/organization/timezone", { headers })).status).toBe(200);
  expect(asked).toEqual([`loupe ${id}`]);
  watch.mockRestore();
});

test("traces name endpoint and statements, but no values", async () => {
  const shop = await host.shop();
  const spanNames: string[] = [];
  const texts: unknown[] = [];
  const span = {
    traceId: "",
    traceparent: "",
    set() {},
    fail() {},
    rename: (to: string) => spanNames.push(to),
  };
  setTracer({
    current: () => undefined,
    run: (start, work) => {
      spanNames.push(`${start.kind} ${start.name}`);
      texts.push(start.attributes);
      return work(span);
    },
  });
  try {
    const { status } = await host.call("contacts.list", shop.owner, { query: { search: "moonstone" } });
    expect(status).toBe(200);
  } finally {
    setTracer(null);
  }
  expect(spanNames[0]).toBe("server GET");
  expect(spanNames[1]).toBe("client session_holder");
  expect(spanNames.filter((name) => name.startsWith("client")).length).toBeGreaterThan(1);
  expect(spanNames.at(-1)).toBe("contacts.list");
  expect(JSON.stringify(texts)).not.toContain("moonstone");
});
