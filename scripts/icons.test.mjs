import { readFileSync } from "node:fs";
import { drawIcons, file } from "./icons.mjs";

test("icons.css is what scripts/icons.mjs generates", async () => {
  expect(readFileSync(file, "utf8")).toBe(await drawIcons());
});
