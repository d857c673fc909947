import { useWatch } from "react-hook-form";
import { HistoryButton } from "#components/history-button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { FormModal } from "#components/ui/form-modal.tsx";
import { useSave } from "#lib/api/use-save.ts";
import { type Product, productForm } from "#lib/contract/products.ts";
import { fold } from "#lib/text.ts";

type Props = { product?: Product; names?: Product[]; onClose: () => void };

export function ProductModal({ product, names, onClose }: Props) {
  const { modal } = useSave("products", product);
  return (
    <FormModal
      {...modal}
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
      onClose={onClose}
    >
      <NameField taken={names?.filter(({ id }) => id !== product?.id).map(({ name }) => name) ?? []} />
      <TextField name="description" label="Description" autoComplete="off" />
      {product && (
        <div className="flex items-end">
          <HistoryButton id={product.id} name={product.name} />
        </div>
      )}
    </FormModal>
  );
}

function valuesOf(product?: Product) {
  return { name: product?.name ?? "", description: product?.description ?? "" };
}

function NameField({ taken }: { taken: string[] }) {
  const name = fold(String(useWatch({ name: "name" }) ?? "").trim());
  const twin = name && taken.find((other) => fold(other) === name);
  return (
    <TextField
      name="name"
      label="Product name"
      required
      autoComplete="off"
      help={twin ? `There’s already a category “${twin}”.` : undefined}
    />
  );
}
