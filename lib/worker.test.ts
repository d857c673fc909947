import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { urlOf } from "#lib/contract/path.ts";
import { type Name, names, route } from "#lib/contract/routes.ts";

type Worker = { READS: RegExp; SCREENS: RegExp };

function worker(): Worker {
  const place = createContext({ self: { addEventListener: () => {} }, URL, RegExp });
  return runInContext(`${readFileSync("public/sw.js", "utf8")}; ({ READS, SCREENS })`, place) as Worker;
}

const ID = "0193a7f0-5c1e-7c3a-9d7b-2f6a1b3c4d5e";
const pathOf = (name: Name) => {
  const params = { id: ID, slug: "ring-fitting-1a2b3c4d", token: "1a2b3c" };
  return new URL(`/api/v1${urlOf(name, { params } as never)}`, "http://here").pathname;
};

test("stores only reads of lists, profiles, calendar and Home", () => {
  const kept = names.filter((name) => route(name).method === "GET" && worker().READS.test(pathOf(name)));
  expect(kept.toSorted()).toEqual([
    "appointmentTypes.list",
    "bookings.get",
    "bookings.ofContact",
    "capabilities.list",
    "contacts.count",
    "contacts.get",
    "contacts.list",
    "contacts.options",
    "contacts.segment",
    "dashboard.report",
    "dashboard.summary",
    "fields.list",
    "integration.events",
    "mails.get",
    "mails.list",
    "notes.ofContact",
    "organization.timezone",
    "people.calendar",
    "people.today",
    "products.list",
    "products.options",
    "refunds.ofSale",
    "relations.ofContact",
    "sales.count",
    "sales.list",
    "sales.ofContact",
    "sales.segment",
    "segments.list",
    "suppressions.list",
    "tags.list",
    "tasks.get",
    "tasks.list",
    "team.list",
    "timeline.head",
    "timeline.ofContact",
    "today.ahead",
    "today.get",
    "users.me",
    "wishes.list",
  ]);
});

test("stores screens with the store's work, not its settings", () => {
  const { SCREENS } = worker();
  for (const path of ["", "/", "/contacts", `/contacts/profile/${ID}`, "/appointments", "/mail"])
    expect([path, SCREENS.test(`/dashboard${path}`)]).toEqual([path, true]);
  for (const path of ["/settings", "/settings/security", `/contacts/profile/${ID}/everything`, "/setup"])
    expect([path, SCREENS.test(`/dashboard${path}`)]).toEqual([path, false]);
});

test("shows push messages and opens only screens of this app", async () => {
  const shown: [string, { body: string; data: { href: string } }][] = [];
  const opened: string[] = [];
  const self = {
    addEventListener: () => {},
    location: { origin: "https://crm.example.com" },
    registration: { showNotification: (...one: (typeof shown)[number]) => shown.push(one) },
    clients: { matchAll: async () => [], openWindow: (path: string) => opened.push(path) },
  };
  const place = createContext({ self, URL, RegExp });
  const { showPush, open } = runInContext(
    `${readFileSync("public/sw.js", "utf8")}; ({ showPush, open })`,
    place,
  );
  for (const href of [
    "/dashboard/mail?state=failed",
    "https://evil.example",
    "/dashboards",
    "//evil.example",
  ]) {
    showPush({ json: () => ({ title: "An email failed", text: "Look", href, tag: "mail" }) });
    await open({ close: () => {}, data: shown.at(-1)?.[1].data });
  }
  showPush(null);
  expect(shown.map(([title, { body }]) => [title, body]).slice(-2)).toEqual([
    ["An email failed", "Look"],
    ["Loupe", ""],
  ]);
  expect(opened).toEqual(["/dashboard/mail?state=failed", "/dashboard", "/dashboard", "/dashboard"]);
});

test("stores a build once, after all of its files", async () => {
  const stored = new Map<string, string>();
  let gone = "";
  const cache = {
    keys: async () => [...stored.keys()].map((url) => ({ url: `https://crm.example.com${url}` })),
    match: async (url: string) => new Response(stored.get(url)),
    put: async (url: string, answer: Response) => {
      const text = await answer.text();
      stored.delete(url);
      stored.set(url, text);
    },
  };
  const caches = {
    open: async () => cache,
    match: async (url: string) => (stored.has(url) ? new Response(stored.get(url)) : undefined),
  };
  const asked: string[] = [];
  const fetch = async (url: string) => {
    asked.push(url);
    if (url === gone) return new Response("", { status: 404 });
    return Response.json(url.endsWith(".json") ? { "static/chunks/a.js": [], "static/chunks/b.js": [] } : 1);
  };
  const self = { addEventListener: () => {} };
  const place = createContext({ self, URL, RegExp, Response, caches, fetch });
  const { keepBuild } = runInContext(`${readFileSync("public/sw.js", "utf8")}; ({ keepBuild })`, place);
  const list = "/_next/static/b1/code.json";
  const files = ["/_next/static/chunks/a.js", "/_next/static/chunks/b.js"];

  gone = files[1] ?? "";
  await keepBuild(list);
  expect([...stored.keys()]).toEqual(files.slice(0, 1));
  gone = "";
  await keepBuild(list);
  expect([...stored.keys()]).toEqual([...files, `${list}?kept`]);
  expect(asked.filter((url) => url === files[0])).toHaveLength(1);
  asked.length = 0;
  await keepBuild(list);
  expect(asked).toEqual([]);
  // The oldest are deleted first, so a file of both builds becomes the newest.
  await keepBuild("/_next/static/b2/code.json");
  expect([...stored.keys()].slice(1, 3)).toEqual(files);
});
