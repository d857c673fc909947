import { useFormContext } from "react-hook-form";
import { Combobox, type Option } from "#components/ui/combobox.tsx";
import type { FieldProps } from "#components/ui/field.tsx";
import { call } from "#lib/api/call.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useProductOptions } from "#lib/api/use-options.ts";
import { fold } from "#lib/text.ts";
import { startingCategories } from "./starting-categories.tsx";

export function CategoryChoice(props: FieldProps & { placeholder?: string }) {
  const { setValue } = useFormContext();
  const create = useAct("products.create").act;

  async function make(name: string) {
    const outcome = await create({ body: { name, description: "" } });
    const created = outcome.ok && (outcome.answer ?? (await findCategory(name)));
    if (!created) return;
    setValue(props.name, { id: created.id, name }, { shouldDirty: true, shouldValidate: true });
  }

  return (
    <Combobox
      {...props}
      useOptions={useProductOptions}
      createLabel="Create category"
      onCreate={make}
      unique
      suggestions={{
        hint: "No categories yet. Start with one of these, or type your own.",
        names: startingCategories,
      }}
    />
  );
}

/** SPEC.md's section 7 shows no answer of createProductCategory. */
async function findCategory(name: string): Promise<Option | undefined> {
  const query = { page: 1, limit: 50, search: name };
  const found = await call("products.options", { query }).catch(() => []);
  return found.find((category) => fold(category.name) === fold(name));
}
