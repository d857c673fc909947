import { openapi } from "./openapi.ts";

test("no shape of the document is empty", () => {
  const empty: string[] = [];
  (function look(value: unknown, path: string) {
    if (typeof value !== "object" || value === null) return;
    if (Object.keys(value).length === 0 && /schema|items|anyOf/.test(path)) empty.push(path);
    for (const [key, part] of Object.entries(value)) look(part, `${path}/${key}`);
  })(openapi().paths, "");
  expect(empty).toEqual([]);
});

test("fields that our host always returns are required", () => {
  const { paths } = openapi() as { paths: Record<string, Record<string, unknown>> };
  const json = (schema: object) => ({ content: { "application/json": { schema } } });
  expect(paths["/contacts/{id}"]?.get).toMatchObject({
    responses: { 200: json({ required: expect.arrayContaining(["version", "suppressions"]) }) },
  });
  const state = { enum: expect.arrayContaining(["sent", "unknown"]) };
  expect(paths["/mails/{id}"]?.get).toMatchObject({ responses: { 200: json({ properties: { state } }) } });
});
