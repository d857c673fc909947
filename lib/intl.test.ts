import { readdirSync, readFileSync } from "node:fs";

test("no module of the web app creates Intl objects on load", () => {
  const files = ["app", "components", "lib"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
      .map((path) => `${folder}/${path}`),
  );
  const found = files.filter((file) =>
    /^(export )?const [^\n]*= new Intl\./m.test(readFileSync(file, "utf8")),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(found).toEqual([]);
});
