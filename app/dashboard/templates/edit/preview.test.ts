import { previewValues } from "./preview.tsx";

const addressee = {
  firstName: "Amara",
  lastName: "Okafor",
  email: "amara@example.com",
  phoneNumber: "+1 415 555 0134",
  birthday: "1968-03-14T12:00:00.000Z",
  anniversary: null,
};
const sale = (name: string, createdAt: string | null) => ({
  id: name,
  cost: 1,
  createdAt,
  invoiceNumber: "",
  contact: null,
  productCategory: { id: "1", name },
  version: undefined,
});
const known = { addressee, sales: [], storeName: "Marlow & Finch", timezone: "Asia/Tokyo" };

test("fills in the contact's values and their newest sale", () => {
  const sales = [
    sale("Watches", "2026-11-01T10:00:00Z"),
    sale("Rings", "2026-11-20T20:00:00Z"),
    sale("Chains", null),
  ];
  const values = previewValues({ ...known, sales });
  expect(Object.fromEntries(values)).toEqual({
    firstname: "Amara",
    lastname: "Okafor",
    name: "Amara Okafor",
    email: "amara@example.com",
    phonenumber: "+1 415 555 0134",
    birthday: "March 14",
    anniversary: "",
    lastpurchase: "Rings",
    lastpurchasedate: "November 21, 2026",
    storename: "Marlow & Finch",
  });
});

test("treats unknown values differently from empty ones", () => {
  const values = previewValues({ ...known, sales: undefined, storeName: undefined });
  expect([values.get("lastpurchase"), values.get("lastpurchasedate"), values.get("storename")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(previewValues(known).get("lastpurchase")).toBe("");
});
