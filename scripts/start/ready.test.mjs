import { jest } from "@jest/globals";
import { printReady } from "./ready.mjs";
import { settings } from "./settings.mjs";

const LINK = "https://crm.example.com/register?token=t&new=1";

async function printed(env, { demo = async () => ({}), link = LINK } = {}) {
  const log = jest.spyOn(console, "log").mockImplementation(() => {});
  const fetched = jest.spyOn(globalThis, "fetch").mockResolvedValue({ json: demo });
  await printReady(settings(env), async () => link);
  const lines = log.mock.calls.flat().join("\n");
  log.mockRestore();
  fetched.mockRestore();
  return lines;
}

test.each([{}, { DATABASE_URL: "postgres://db" }])("prints the first owner's link with %j", async (env) => {
  expect(await printed(env)).toContain(LINK);
});

test("prints no link once there is an owner, or for a separate host", async () => {
  expect(await printed({}, { link: "" })).not.toContain("owner");
  const separate = await printed({ API_URL: "https://api.example.com" });
  expect(separate).toContain("API host: https://api.example.com");
  expect(separate).not.toContain("owner");
});

test("prints the demo's sign-in instead of a link", async () => {
  const demo = async () => ({ email: "owner@example.com", password: "Welcome-1" });
  const lines = await printed({}, { demo });
  expect(lines).toContain("Demo sign-in: owner@example.com / Welcome-1");
  expect(lines).not.toContain(LINK);
});

test("says how to create a store if it can't find out", async () => {
  const demo = () => Promise.reject(new Error("refused"));
  expect(await printed({}, { demo })).toContain("npm run org");
});
