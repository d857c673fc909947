import { readFileSync } from "node:fs";
import { drawIcons, file } from "./icons.mjs";

test("the icons are lucide's, as drawn by `node scripts/icons.mjs`", async () => {
  expect(readFileSync(file, "utf8")).toBe(await drawIcons());
});
