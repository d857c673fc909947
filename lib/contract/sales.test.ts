import { saleForm } from "./sales.ts";

const rest = {
  createdAt: "2026-11-21T15:00:00.000Z",
  contact: { id: "1", name: "Amara" },
  productCategory: { id: "2", name: "Rings" },
};

test.each([
  ["1240.5", "1240.5"],
  [1240.5, 1240.5],
  ["$1,240.50", "1240.50"],
  [" 1,234,567.89 ", "1234567.89"],
  ["0", "0"],
  [".5", ".5"],
  ["9007199254740993.01", undefined],
])("reads a cost of %j as %j", (cost, expected) => {
  expect(saleForm.safeParse({ ...rest, cost }).data?.cost).toEqual(expected);
});

test.each([
  ["", "Cost must be a number"],
  ["12,40", "Cost must be a number"],
  ["ten", "Cost must be a number"],
  ["1e3", "Cost must be a number"],
  ["$", "Cost must be a number"],
  [`${" ".repeat(20_000)}x`, "Cost must be a number"],
  [null, "Cost must be a number"],
  [Number.POSITIVE_INFINITY, "Cost must be a number"],
  ["-1", "Cost must be greater than or equal to 0"],
  [-0.01, "Cost must be greater than or equal to 0"],
])("refuses a cost of %j: %s", (cost, message) => {
  expect(saleForm.safeParse({ ...rest, cost }).error?.issues.map((issue) => issue.message)).toEqual([
    message,
  ]);
});

test("requires contact and category", () => {
  const { error } = saleForm.safeParse({ cost: 1, createdAt: "" });
  expect(error?.issues.map(({ path, message }) => `${path}: ${message}`)).toEqual([
    "createdAt: Required",
    "contact: Required",
    "productCategory: Required",
  ]);
});
