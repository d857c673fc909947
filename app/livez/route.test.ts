import { GET } from "./route";

test("names its version", async () => {
  process.env.VERSION = "1.2.3";
  expect(await GET().json()).toEqual({ ok: true, version: "1.2.3" });
});
