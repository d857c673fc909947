import { boughtPieces, onlyPiece } from "./bought.ts";

const ring = { description: "Sapphire halo ring", productCategory: { id: "1", name: "Rings" } };
const chain = { description: null, productCategory: { id: "2", name: "Chains" } };
const sale = (items: object[], invoiceNumber: string | null = null) =>
  ({ items, invoiceNumber, productCategory: null, item: "", createdAt: null }) as never;
const plain = { productCategory: null, item: "Watches", createdAt: null } as never;

test("names each bought piece once", () => {
  expect(boughtPieces([sale([ring, chain], "INV-2041"), sale([ring], "INV-1"), plain])).toEqual([
    { name: "Sapphire halo ring", detail: "INV-2041" },
    { name: "Chains", detail: "INV-2041" },
    { name: "Watches", detail: "" },
  ]);
});

test("fills in the only piece of a sale", () => {
  expect(onlyPiece(sale([ring]))).toBe("Sapphire halo ring");
  expect(onlyPiece(sale([ring, ring]))).toBe("Sapphire halo ring");
  expect(onlyPiece(sale([ring, chain]))).toBe("");
  expect(onlyPiece(undefined)).toBe("");
});
