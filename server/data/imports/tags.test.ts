import { testHost } from "#server/testing/host.ts";
import { importsOf } from "#server/testing/imports.ts";

const host = testHost();
const imports = importsOf(host);

test("tags contacts, and removes the tags on undo", async () => {
  const { owner } = await host.shop();
  const list = async () =>
    ((await host.call("tags.list", owner)).body as { name: string; count: number }[]).map(
      ({ name, count }) => `${name} ${count}`,
    );
  await imports.start(owner, await imports.upload(owner, "First Name,Email,Tags\nAda,ada@example.com,VIP\n"));
  expect(await list()).toEqual(["VIP 1"]);
  const file =
    'First Name,Email,Tags\nAda,ada@example.com,"vip, Bridal"\nBo,bo@example.com,"Bridal;Gold"\nCy,cy@example.com,\n';
  const params = await imports.upload(owner, file);
  await imports.reread(owner, params, { known: "fill" });
  expect(await imports.start(owner, params)).toMatchObject({ added: 2, updated: 1 });
  expect(await list()).toEqual(["Bridal 2", "Gold 1", "VIP 1"]);
  expect((await host.call("imports.revert", owner, { params })).status).toBe(200);
  await imports.work();
  expect(await list()).toEqual(["VIP 1"]);
});

test("asks about a tag that is too long", async () => {
  const { owner } = await host.shop();
  const params = await imports.upload(
    owner,
    `First Name,Email,Tags\nAda,ada@example.com,${"x".repeat(41)}\n`,
  );
  expect(await imports.rows(owner, params)).toMatchObject([{ state: "doubt", doubts: [{ field: "tags" }] }]);
});
