import type { OwnField } from "#lib/contract/own-fields.ts";
import { marketingMail } from "#server/connections/mail/content.ts";
import { fieldOf } from "#server/testing/fields.ts";
import { testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";

const host = testHost();
const make = recordsOf(host);

test("offers own fields as placeholders until they are archived", async () => {
  const { id: organizationId, owner } = await host.shop();
  const forms = [
    fieldOf("Ring, left hand", { kind: "number" }),
    fieldOf("Budget", { kind: "money" }),
    fieldOf("Patch test", { kind: "date" }),
    fieldOf("Metal", { kind: "choices" }),
    fieldOf("Email"),
    fieldOf("Ring: left HAND"),
    fieldOf("Quiet", { kind: "yesNo" }),
  ];
  await host.call("fields.create", owner, { body: { fields: forms } });
  const fields = (await host.call("fields.list", owner)).body as OwnField[];
  const names = fields.map(({ placeholder }) => placeholder);
  expect(names).toEqual([
    "ringLeftHand",
    "budget",
    "patchTest",
    "metal",
    "sizesAndTasteEmail",
    "sizesAndTasteRingLeftHand",
    "quiet",
  ]);
  const offered = async () => (await host.call("templates.placeholders", owner)).body as string[];
  expect((await offered()).slice(-7)).toEqual(names);

  const content =
    "{{ringLeftHand}} | {{ BUDGET }} | {{patchTest}} | {{metal}} | {{quiet}} | {{sizesAndTasteEmail}} | {{email}}";
  const body = { name: "Sizes", subject: "Your {{metal}}", content };
  const created = await host.call("templates.create", owner, { body });
  expect(created.status).toBe(200);
  const contactId = await make.contact(owner);
  const [ring, budget, patch, metal, , , quiet] = fields.map(({ id }) => id) as string[];
  const values = { [`${ring}`]: "54", [`${budget}`]: "1240.5", [`${patch}`]: "2026-03-14" };
  const own = { ...values, [`${metal}`]: ["a", "b"], [`${quiet}`]: true };
  const { body: contact } = await host.call("contacts.get", owner, { params: { id: contactId } });
  const { status } = await host.call("contacts.update", owner, {
    params: { id: contactId },
    body: { ...(contact as object), fields: own },
  });
  expect(status).toBe(200);
  const database = await host.database();
  const mail = (subject: string, text: string) =>
    database.read(organizationId, (db) =>
      marketingMail(
        db,
        { organizationId, contactId, store: "Store", unsubscribeUrl: "https://example.com/u" },
        { subject, content: text },
      ),
    );
  const { subject, text } = await mail(body.subject, content);
  expect(subject).toBe("Your Gold and Platinum");
  expect(text).toMatch(
    /^54 \| \$1,240\.50 \| March 14, 2026 \| Gold and Platinum \| yes \| {2}\| zoe@example\.com\n/,
  );

  const params = { id: ring };
  const renamed = { ...fieldOf("Ring size"), kind: undefined, version: 1 };
  expect((await host.call("fields.update", owner, { params, body: renamed })).status).toBe(200);
  expect((await offered()).at(-7)).toBe("ringLeftHand");
  expect((await mail("{{ringLeftHand}}", "x")).subject).toBe("54");

  await host.call("fields.delete", owner, { params });
  expect(await offered()).not.toContain("ringLeftHand");
  expect((await mail("[{{ringLeftHand}}]", "x")).subject).toBe("[]");
  expect(await host.call("templates.create", owner, { body: { ...body, name: "Again" } })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("{{ringLeftHand}} is not a known placeholder.") },
  });
  const other = await host.shop();
  expect((await host.call("templates.create", other.owner, { body })).status).toBe(400);
});
