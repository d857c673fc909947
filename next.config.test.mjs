import { PHASE_PRODUCTION_BUILD } from "next/constants.js";

test.each([
  ["gzip, deflate, br, zstd", true],
  ["br", true],
  ["br;q=1.0, gzip", true],
  ["gzip,br", true],
  ["gzip, deflate", false],
  ["brotli", false],
  ["br;q=0, gzip", false],
  ["", false],
])("Accept-Encoding %j allows brotli: %s", async (value, accepts) => {
  process.env.COMPRESS = "1";
  const { default: config } = await import("./next.config.mjs");
  const { beforeFiles } = await config(PHASE_PRODUCTION_BUILD).rewrites();
  expect(beforeFiles).toHaveLength(2);
  for (const { has } of beforeFiles) expect(new RegExp(`^${has[0].value}$`).test(value)).toBe(accepts);
});
