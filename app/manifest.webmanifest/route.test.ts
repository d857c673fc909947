/** @jest-environment node */
import { FakeHost } from "#lib/testing/fake-host.ts";
import { GET as GET_ICON } from "../app-icon/route.ts";
import { GET } from "./route.ts";

const signedIn = { session: null as { token: string } | null };
jest.mock("#lib/session.ts", () => ({ currentSession: async () => signedIn.session }));

const host = new FakeHost();
beforeAll(async () => {
  process.env.API_URL = await host.start();
});
afterAll(() => host.stop());
beforeEach(() => {
  host.reset();
  signedIn.session = { token: "token" };
});

const face = { name: "Marlow & Finch", tagline: "", color: "", phone: "", website: "", address: "" };
const own = ["/icon.svg", "/icon-192.png", "/icon-512.png", "/icon-maskable.png"];
const brandIs = (logo: string | null) => {
  host.answers["GET /api/v1/organization/brand"] = { body: { ...face, hours: null, logo } };
};

async function icons() {
  const answer = await GET();
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "application/manifest+json",
    "cache-control": "private, no-store",
  });
  const { id, icons } = await answer.json();
  expect(id).toBe("/dashboard");
  return icons.map(({ src }: { src: string }) => src);
}

test("shows the logo of the signed-in person's store", async () => {
  brandIs("store-hash");
  expect(await icons()).toEqual(
    ["icon-192", "icon-512", "icon-maskable"].map((name) => `/api/v1/logos/store-hash?as=${name}`),
  );
  expect(host.last?.headers.authorization).toBe("Bearer token");
  expect((await GET_ICON()).headers.get("location")).toBe("/api/v1/logos/store-hash?as=icon-192");
});

test("shows the product's icon without a logo or an answer", async () => {
  brandIs(null);
  expect(await icons()).toEqual(own);
  for (const status of [401, 404, 500]) {
    host.answers["GET /api/v1/organization/brand"] = { status };
    expect(await icons()).toEqual(own);
  }
});

test("asks nothing for visitors", async () => {
  signedIn.session = null;
  expect(await icons()).toEqual(own);
  expect((await GET_ICON()).headers.get("location")).toBe("/apple-touch-icon.png");
  expect(host.received).toEqual([]);
});
