import { table } from "./endpoint.ts";

// Each @ts-expect-error is checked by `npm run check`.
test("accepts only known properties and entities", () => {
  const rows = table({
    "rings.list": { at: "GET /rings" },
    "rings.create": {
      at: "POST /rings",
      who: "managers",
      idempotent: true,
      change: "create",
      invalidates: ["rings"],
    },
    // @ts-expect-error: no such method
    "rings.melt": { at: "MELT /rings" },
    // @ts-expect-error: nobody knows who they are
    "rings.polish": { at: "POST /rings/polish", who: "goldsmiths" },
    // @ts-expect-error: no way to call it
    "rings.weigh": { at: "POST /rings/weigh", via: "pigeon" },
    // @ts-expect-error: no such change
    "rings.resize": { at: "POST /rings/resize", change: "resize" },
    // @ts-expect-error: no such entity
    "rings.engrave": { at: "POST /rings/engrave", invalidates: ["rings", "necklaces"] },
    // @ts-expect-error: an unknown word
    "rings.delete": { at: "DELETE /rings/{id}", changes: "delete" },
  });
  expect(Object.keys(rows)).toHaveLength(8);
});
