"use client";
import { useWatch } from "react-hook-form";
import { FormModal } from "#components/ui/form-modal.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { refusal } from "#lib/api/refusal.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useReload } from "#lib/api/use-reload.ts";
import { type Product, type ProductForm, productForm } from "#lib/contract/products.ts";
import { fold } from "#lib/text.ts";

type Props = { product?: Product; names?: Product[]; onClose: () => void };

export function ProductModal({ product, names, onClose }: Props) {
  const create = useAct("products.create").act;
  const update = useAct("products.update").act;
  const reload = useReload("products.update");

  async function save(form: ProductForm, version: number | undefined) {
    if (!product) return refusal("products.create", await create({ body: form }));
    const body = { ...form, id: product.id, version };
    return refusal("products.update", await update({ params: { id: product.id }, body }));
  }

  return (
    <FormModal
      title={product ? "Edit product category" : "New product category"}
      schema={productForm}
      values={valuesOf(product)}
      compare={{
        values: valuesOf,
        fields: [
          { name: "name", label: "Product name" },
          { name: "description", label: "Description" },
        ],
      }}
      draft={product ? `product ${product.id}` : "product"}
      version={product?.version}
      submitLabel={product ? "Save" : "Create"}
      onSubmit={save}
      onReload={reload}
      onClose={onClose}
    >
      <NameField taken={names?.filter(({ id }) => id !== product?.id).map(({ name }) => name) ?? []} />
      <TextField name="description" label="Description" autoComplete="off" />
    </FormModal>
  );
}

function valuesOf(product?: Product) {
  return { name: product?.name ?? "", description: product?.description ?? "" };
}

/** Two categories may share a name, but rarely on purpose. */
function NameField({ taken }: { taken: string[] }) {
  const name = fold(String(useWatch({ name: "name" }) ?? "").trim());
  const twin = name && taken.find((other) => fold(other) === name);
  return (
    <TextField
      name="name"
      label="Product name"
      required
      autoComplete="off"
      help={twin ? `There is a category “${twin}” already.` : undefined}
    />
  );
}
