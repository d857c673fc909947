import { encode } from "next-auth/jwt";
import { cookieName, endSession, expiredCookies, readSession } from "./session.ts";
import { sealed } from "./testing/signed-in.ts";

process.env.NEXTAUTH_SECRET = "a secret for tests";
const NAME = "next-auth.session-token";

function jar(cookies: Record<string, string>) {
  return { getAll: () => Object.entries(cookies).map(([name, value]) => ({ name, value })) };
}

afterEach(() => {
  delete process.env.NEXTAUTH_URL;
});

test("stores token, remember and expiry in the cookie", async () => {
  const cookies = jar({
    [NAME]: await sealed({ id: "s", token: "t", remember: true }),
    theme: "dark",
  });
  const session = await readSession(cookies);
  expect(session).toEqual({
    id: "s",
    token: "t",
    remember: true,
    exp: expect.any(Number),
  });
  expect(await readSession(cookies)).toBe(session);
});

test("joins a long token from several cookies in any order", async () => {
  const token = "t".repeat(9_000);
  const raw = await sealed({ token });
  const [a, b, c, d] = [0, 1, 2, 3].map((i) => raw.slice(i * 3900, (i + 1) * 3900));
  const cookies = {
    [`${NAME}.3`]: d ?? "",
    [`${NAME}.1`]: b ?? "",
    [`${NAME}.0`]: a ?? "",
    [`${NAME}.2`]: c ?? "",
  };
  expect(await readSession(jar(cookies))).toMatchObject({ token });
  expect(await readSession(jar({ ...cookies, [`${NAME}.1`]: "" }))).toBeNull();
  expect(await readSession(jar({ ...cookies, [`${NAME}.evil`]: "x" }))).toMatchObject({ token });
});

test.each<[string, () => Promise<string> | string]>([
  ["none", () => ""],
  ["garbage", () => "garbage"],
  ["one under another secret", () => sealed({}, 3600, "another secret")],
  ["an expired one", () => sealed({}, -60)],
  ["one without a token", () => encode({ token: { id: "s", remember: true }, secret: "a secret for tests" })],
  ["a changed one", async () => `${(await sealed()).slice(0, -3)}AAA`],
])("no session: %s", async (_, raw) => {
  expect(await readSession(jar({ [NAME]: await raw() }))).toBeNull();
  expect(await readSession(jar({}))).toBeNull();
});

test("keeps the expiry of a session that was just read", async () => {
  const cookies = jar({ [NAME]: await sealed({ token: "short" }, 60) });
  expect(await readSession(cookies)).not.toBeNull();
  const clock = jest.spyOn(Date, "now").mockReturnValue(Date.now() + 61_000);
  expect(await readSession(cookies)).toBeNull();
  clock.mockRestore();
});

test("refuses all copies of an ended session's cookies only", async () => {
  const first = jar({ [NAME]: await sealed({ id: "ended" }) });
  const second = jar({ [NAME]: await sealed({ id: "ended" }) });
  const later = jar({ [NAME]: await sealed({ id: "later" }) });
  expect(await readSession(first)).not.toBeNull();
  endSession("ended");
  expect(await readSession(first)).toBeNull();
  expect(await readSession(second)).toBeNull();
  expect(await readSession(later)).not.toBeNull();
});

test("prevents sibling hosts from setting the cookie on https", async () => {
  const raw = await sealed();
  process.env.NEXTAUTH_URL = "https://crm.example.com";
  expect(cookieName("session-token")).toBe(`__Host-${NAME}`);
  expect(await readSession(jar({ [NAME]: raw }))).toBeNull();
  expect(await readSession(jar({ [`__Host-${NAME}`]: raw }))).not.toBeNull();
  expect(expiredCookies(jar({ [`__Host-${NAME}.0`]: "x", [NAME]: "y", other: "z" }))).toEqual([
    `__Host-${NAME}.0=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure`,
  ]);
});

test("removes only cookies that the browser sent", () => {
  expect(expiredCookies(jar({ theme: "dark" }))).toEqual([]);
  expect(expiredCookies(jar({ [NAME]: "x" }))).toEqual([
    `${NAME}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`,
  ]);
});

test("limits the memory of ended sessions", async () => {
  const kept = jar({ [NAME]: await sealed({ id: "first to end" }) });
  endSession("first to end");
  for (let i = 0; i < 5_000; i++) endSession(`other ${i}`);
  // The oldest is forgotten. The host still refuses it.
  expect(await readSession(kept)).not.toBeNull();
});

test("accepts both secrets' cookies during a rotation", async () => {
  process.env.NEXTAUTH_SECRET_ALSO = "the one of before";
  const of = (secret: string) => sealed({ token: secret }, 3600, secret);
  for (const secret of ["a secret for tests", "the one of before"]) {
    expect(await readSession(jar({ [NAME]: await of(secret) }))).toMatchObject({ token: secret });
  }
  expect(await readSession(jar({ [NAME]: await of("a third") }))).toBeNull();
  delete process.env.NEXTAUTH_SECRET_ALSO;
});
