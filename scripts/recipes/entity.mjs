import fs from "node:fs";
import path from "node:path";

const textOf = (file) => fs.readFileSync(path.join(import.meta.dirname, "entity", file), "utf8");

export const entity = {
  title: "An entity",
  steps: [
    ({ create, insert }) => {
      create("lib/contract/suppliers.ts", textOf("shapes.txt"));
      insert(
        "lib/contract/contract.ts",
        "import { statuses }",
        'import { suppliers } from "./suppliers.ts";',
      );
      insert("lib/contract/contract.ts", "const shapes = {", "  ...suppliers,");
      insert(
        "lib/contract/record-routes.ts",
        "export const recordRoutes = {",
        '  "suppliers.list": { at: "GET /suppliers" },',
        '  "suppliers.create": { at: "POST /suppliers", idempotent: true, change: "create" },',
        '  "suppliers.update": { at: "PATCH /suppliers/{id}", change: "update" },',
        '  "suppliers.delete": { at: "DELETE /suppliers/{id}", change: "delete" },',
      );
      insert(
        "server/platform/http/openapi.test.ts",
        'const category = await created("products.create"',
        '  const supplier = await created("suppliers.create", { name: "Gems" });',
        '  await ask("suppliers.update", { params: supplier, body: { name: "Gems & Co" } });',
        '  await ask("suppliers.list");',
        '  await ask("suppliers.delete", { params: supplier });',
      );
      insert(
        "server/platform/db/tenancy.test.ts",
        "const GOOD: {",
        '  "suppliers.update": { name: "Gems" },',
      );
    },
    ({ insert }) => {
      insert(
        "lib/contract/record-kinds.ts",
        "const kinds = {",
        '  supplier: { word: "supplier", inTrash: true },',
      );
      insert("lib/contract/data-routes.ts", "const RESTORED = [", '  "suppliers",');
    },
    ({ insert }) =>
      insert(
        "server/platform/db/schema.ts",
        "export const NO_REACH",
        "export const suppliers = records(",
        '  "suppliers",',
        '  { name: pg.text("name").notNull(), ...edited() },',
        '  { whose: "store", exported: true, kind: "supplier" },',
        ");",
      ),
    ({ migrations }) => migrations("suppliers"),
    ({ create, insert }) => {
      create("server/records/products/suppliers.ts", textOf("handlers.txt"));
      insert(
        "server/app.ts",
        "import { search }",
        'import { suppliers } from "./records/products/suppliers.ts";',
      );
      insert("server/app.ts", "export const handlers: Handlers = {", "  ...suppliers,");
    },
    ({ create, insert }) => {
      create("app/dashboard/suppliers/page.tsx", textOf("screen.txt"));
      insert(
        "lib/api/messages.ts",
        "export const messages = {",
        '  "suppliers.create": saved("Supplier", "Created", "creating"),',
        '  "suppliers.update": saved("Supplier", "Updated", "updating"),',
        '  "suppliers.delete": saved("Supplier", "Deleted", "deleting"),',
      );
    },
  ],
  tests: ["server/platform/db/registry"],
  named: "suppliers|the registry has every table|every organization's table",
};
