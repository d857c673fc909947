const ENDPOINT = "products.usage";

export const endpoint = {
  title: "An endpoint",
  steps: [
    ({ insert }) => {
      insert(
        "lib/contract/record-routes.ts",
        "export const recordRoutes = {",
        `  "${ENDPOINT}": { at: "GET /product-categories/{id}/usage" },`,
      );
      insert(
        "lib/contract/products.ts",
        "export const products = {",
        `  "${ENDPOINT}": { answer: z.object({ sales: z.number() }) },`,
      );
    },
    ({ insert }) =>
      insert(
        "server/records/products/products.ts",
        "export const products = {",
        `  "${ENDPOINT}": async ({ params: { id }, read }) => {`,
        "    const sales = await read(async (db) => {",
        '      if ((await countRows(db, table, byId(table, id))) === 0) throw new HttpError(404, "Not found");',
        "      return countRows(db, purchases, eq(purchases.productCategoryId, id));",
        "    });",
        "    return { sales };",
        "  },",
      ),
    ({ insert }) => {
      const screen = "app/dashboard/products/product-modal.tsx";
      insert(screen, "import { useSave }", 'import { useRead } from "#lib/api/use-read.ts";');
      insert(
        screen,
        "const { modal } = useSave",
        `  useRead("${ENDPOINT}", product ? { params: { id: product.id } } : null);`,
      );
    },
    () => {},
    () => {},
    ({ insert }) =>
      insert(
        "server/platform/http/openapi.test.ts",
        'const category = await created("products.create"',
        `  await ask("${ENDPOINT}", { params: category });`,
      ),
  ],
  tests: ["server/platform/auth/session", "server/platform/db/tenancy", "server/platform/http/openapi"],
  named: `${ENDPOINT}|every endpoint's answer`,
};
