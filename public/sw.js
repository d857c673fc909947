// The dashboard's worker. It stores what one signed-in person has opened, and answers from there only without a
// network: no build and no answer is older than the server's. Tests: lib/worker.test.ts, e2e/offline.spec.ts.

/** Files of builds never change under their name. Each sign-in has a cache of its own. */
const CODE = "code";
const KEPT = "kept ";
/** Names the browser's sign-in (middleware.ts), and ends with it. */
const COOKIE = "loupe.kept";
const MOST_FILES = 600;
/** Browsers open six connections to a server with HTTP/1; three stay for the page. */
const AT_A_TIME = 3;
const MOST_KEPT = 300;
const LONGEST = 2_000_000;
/** A screen opened within the app is stored whole, but not again within this time (ms). */
const AGAIN = 10 * 60_000;
/** How long a stored page waits for the network (ms). */
const PATIENCE = 8_000;

const SCREENS =
  /^\/dashboard(\/(contacts(\/profile\/[\w-]+)?|sales|appointments|products|reports|mail))?\/?$/;
const NAMES = {
  "": "Home",
  contacts: "Contacts",
  sales: "Sales",
  appointments: "Calendar",
  products: "Product categories",
  reports: "Reports",
  mail: "Sent mail",
};
/** No settings, keys or files. An id has a digit, a word has none. */
const ID = "(?=[\\w-]*\\d)[\\w-]+";
const READS = new RegExp(
  `^/api/v1/(${[
    "users/me",
    "capabilities",
    "organization/(users|timezone)",
    "contacts(/basic)?",
    `contacts/${ID}(/(timeline(/head)?|relations))?`,
    "tags|fields|wishes|suppressions",
    "segments(/(count|contacts|sales(/count)?))?",
    "purchases/getAllMyPurchases",
    `purchases/getAllPurchasesByContactId/${ID}`,
    `purchases/${ID}/refunds`,
    `notes/contact/${ID}`,
    "product-categories/getMyProductCategories(Basic)?",
    `mails(/${ID})?`,
    "dashboard(/report)?",
    "unipile/getCalendarEvents",
    "appointmentTypes",
    "people/(calendar|today)",
    `bookings(/${ID}|/contact/${ID})`,
    `tasks(/${ID})?`,
    "today(/ahead)?",
  ].join("|")})/?$`,
);

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(begin()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = withoutMarks(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith("/_next/static/")) event.respondWith(codeOf(request));
  else if (request.mode === "navigate") event.respondWith(pageOf(event, url));
  else if (READS.test(url.pathname)) event.respondWith(readOf(event, url));
  else if (isScreenWithin(request, url)) event.waitUntil(keepLater(url));
});

self.addEventListener("message", (event) => {
  const { code } = event.data ?? {};
  if (/^\/_next\/static\/[\w-]+\/code\.json$/.test(code)) event.waitUntil(keepBuild(code));
});

self.addEventListener("push", (event) => event.waitUntil(showPush(event.data)));
self.addEventListener("notificationclick", (event) => event.waitUntil(open(event.notification)));

/** Browsers want each push shown, even an unreadable one. */
function showPush(data) {
  let push = {};
  try {
    push = data.json();
  } catch {}
  const { title = "Loupe", text = "", href = "/dashboard", tag } = push;
  const looks = { body: text, tag, icon: "/icon-192.png", badge: "/badge.png", data: { href } };
  return self.registration.showNotification(title, looks);
}

/** Never in a window with another screen, which may hold unsaved text. */
async function open(notification) {
  notification.close();
  const { href } = notification.data ?? {};
  const path = /^\/dashboard(?![\w-])/.test(href) ? href : "/dashboard";
  const windows = await self.clients.matchAll({ type: "window" });
  const there = windows.find(({ url }) => url === new URL(path, self.location.origin).href);
  return there ? there.focus() : self.clients.openWindow(path);
}

/** Open screens were loaded before there was a worker. */
async function begin() {
  await self.clients.claim();
  const windows = await self.clients.matchAll({ type: "window" });
  await Promise.all(windows.map(({ url }) => keepScreen(withoutMarks(url))));
}

/** Next's requests between screens, except for prefetching (lib/page-state.ts). */
function isScreenWithin({ headers }, url) {
  return headers.has("x-navigation") && SCREENS.test(url.pathname);
}

function withoutMarks(url) {
  const screen = new URL(url);
  screen.searchParams.delete("_rsc");
  screen.hash = "";
  return screen;
}

async function codeOf(request) {
  const kept = await caches.match(request.url, { cacheName: CODE, ignoreVary: true });
  return kept ?? keepCode(request);
}

async function keepCode(request) {
  const answer = await fetch(request);
  if (answer.ok) await put(CODE, request.url, answer.clone(), MOST_FILES);
  return answer;
}

let building = Promise.resolve();

/** So a screen or a form finds its code without the network and after a deployment. */
function keepBuild(list) {
  building = building.then(() => keepListed(list)).catch(() => {});
  return building;
}

async function keepListed(list) {
  const done = `${list}?kept`;
  if (await caches.match(done, { cacheName: CODE })) return;
  const answer = await fetch(list);
  if (!answer.ok) return;
  const cache = await caches.open(CODE);
  const here = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const files = Object.keys(await answer.clone().json()).map((name) => `/_next/${name}`);
  let isStored = true;
  const storeNext = async () => {
    for (let file = files.shift(); file && isStored; file = files.shift()) {
      // Written again, because the oldest files are deleted first.
      const code = await (here.has(file) ? cache.match(file) : fetch(file, { priority: "low" }));
      if (code?.ok) await cache.put(file, code);
      else isStored = false;
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, storeNext));
  if (isStored) await put(CODE, done, answer, MOST_FILES);
}

async function readOf(event, url) {
  const before = await mark();
  try {
    const answer = await fetch(event.request);
    if (answer.status === 401) event.waitUntil(forget());
    else if (isWhole(answer, "application/json")) event.waitUntil(keep(before, url, answer.clone()));
    return answer;
  } catch (error) {
    const kept = await keptOf(url);
    if (!kept) throw error;
    return kept;
  }
}

async function pageOf(event, url) {
  const before = await mark();
  const isScreen = SCREENS.test(url.pathname);
  const coming = fetch(event.request);
  try {
    const kept = isScreen && (await keptOf(url));
    const answer = await (kept ? Promise.race([coming, lateFailure()]) : coming);
    if (answer.status < 502 || answer.status > 504) {
      if (isScreen && isWhole(answer, "text/html"))
        event.waitUntil(keep(before, url, answer.clone()).then((is) => is || keepScreen(url)));
      return answer;
    }
    return kept ? shown(kept) : answer;
  } catch {
    coming.catch(() => {});
    const kept = isScreen ? await keptOf(url) : undefined;
    if (kept) return shown(kept);
    const like = isScreen && (await keptScreens()).find(({ pathname }) => pathname === url.pathname);
    return like ? Response.redirect(like.href) : nothingKept();
  }
}

function lateFailure() {
  return new Promise((_, reject) => setTimeout(() => reject(new Error("late")), PATIENCE));
}

function isJson(body) {
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}

/** A redirected answer is another page than the requested one. */
function isWhole(answer, type) {
  return answer.status === 200 && !answer.redirected && answer.headers.get("content-type")?.startsWith(type);
}

let lately = "";

/** Waits until the screen's data was read, or the person has left it. */
async function keepLater(url) {
  if (lately === url.href) return;
  lately = url.href;
  await new Promise((done) => setTimeout(done, 2_000));
  if (lately !== url.href) return;
  lately = "";
  if (navigator.connection?.saveData) return;
  const kept = await keptOf(url);
  if (!kept || Date.now() - Date.parse(kept.headers.get("x-kept")) > AGAIN) await keepScreen(url);
}

async function keepScreen(url) {
  if (!SCREENS.test(url.pathname)) return;
  const before = await mark();
  const answer = before && (await fetch(url, { headers: { accept: "text/html" } }).catch(() => null));
  if (answer && isWhole(answer, "text/html")) await keep(before, url, answer);
}

/** Keeps an answer only if the browser's sign-in is still the one that asked for it. Resolves to whether it did. */
async function keep(before, url, answer) {
  const body = await answer.text().catch(() => null);
  if (body === null || body.length > LONGEST || !before || (await mark()) !== before) return false;
  const headers = new Headers(answer.headers);
  // A truncated answer must not replace a whole one.
  if (headers.get("content-type").startsWith("application/json") && !isJson(body)) return false;
  for (const name of ["vary", "content-encoding", "content-length"]) headers.delete(name);
  headers.set("x-kept", new Date().toISOString());
  await put(KEPT + before, url.href, new Response(body, { headers }), MOST_KEPT);
  // The person may have signed out while this was written.
  if ((await mark()) !== before) await forget();
  const files = new Set(body.match(/\/_next\/static\/[\w./~-]+\.(?:js|css|woff2)/g));
  if (headers.get("content-type").startsWith("text/html"))
    await Promise.all([...files].map((file) => codeOf(new Request(file)).catch(() => {})));
  return true;
}

/** Deletes what other sign-ins have stored. */
async function keptOf(url) {
  const now = await mark();
  const others = (await caches.keys()).filter((name) => name.startsWith(KEPT) && name !== KEPT + now);
  await Promise.all(others.map((name) => caches.delete(name)));
  return now ? caches.match(url.href, { cacheName: KEPT + now }) : undefined;
}

async function keptScreens() {
  const now = await mark();
  if (!now) return [];
  const kept = await (await caches.open(KEPT + now)).keys();
  return kept.map(({ url }) => new URL(url)).filter(({ pathname }) => SCREENS.test(pathname));
}

/** The browser's sign-in; empty if there is none, or if it is over or unknown. */
async function mark() {
  const cookie = await self.cookieStore?.get(COOKIE);
  const [, until] = cookie?.value.split(".") ?? [];
  return until && Number(until) * 1000 > Date.now() ? cookie.value : "";
}

async function forget() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(KEPT)).map((name) => caches.delete(name)));
}

/** If the device has no room, the oldest goes first. */
async function put(name, url, answer, most) {
  try {
    const cache = await caches.open(name);
    await cache.put(url, answer);
    const all = await cache.keys();
    await Promise.all(all.slice(0, Math.max(0, all.length - most)).map((one) => cache.delete(one)));
  } catch {}
}

/** Under a nonce of its own, which nobody can have read before. */
async function shown(kept) {
  const headers = new Headers(kept.headers);
  const policy = headers.get("content-security-policy") ?? "";
  const [, old] = /'nonce-([\w-]+)'/.exec(policy) ?? [];
  const fresh = crypto.randomUUID().replaceAll("-", "");
  let body = await kept.text();
  if (old) {
    body = body.replaceAll(old, fresh);
    headers.set("content-security-policy", policy.replaceAll(old, fresh));
  }
  headers.set("cache-control", "private, no-store");
  return new Response(body.replace("<html ", `<html data-kept="${headers.get("x-kept")}" `), { headers });
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:12vh auto;padding:0 1.25rem;
color-scheme:light dark;background:Canvas;color:CanvasText}h1{font-size:1.375rem}ul{padding:0;list-style:none}
a{display:inline-flex;min-height:44px;align-items:center;color:LinkText}`;

async function nothingKept() {
  const kept = new Set((await keptScreens()).map(({ pathname }) => pathname.replace(/\/$/, "")));
  const links = Object.entries(NAMES)
    .map(([path, name]) => [path ? `/dashboard/${path}` : "/dashboard", name])
    .filter(([path]) => kept.has(path))
    .map(([path, name]) => `<li><a href="${path}">${name}</a></li>`);
  const others = links.length > 0 ? `<p>This device keeps:</p><ul>${links.join("")}</ul>` : "";
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Offline · Loupe</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><style>${STYLE}</style>
<h1>You are offline</h1><p>This screen was not opened on this device yet, or not since you signed in. It will be here once you
are back online.</p>${others}<p><a href="">Try again</a></p></html>`;
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  };
  return new Response(body, { status: 503, headers });
}
