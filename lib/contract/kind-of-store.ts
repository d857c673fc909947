import * as z from "zod/mini";
import { appointmentTypeRules } from "./appointment-types.ts";
import { ownFieldForm } from "./own-fields.ts";
import { productForm } from "./products.ts";
import type { Schemas } from "./row.ts";
import { anyTemplateForm } from "./templates.ts";

const upTo50 = <S extends z.ZodMiniType>(form: S) =>
  z.array(form).check(z.maxLength(50, "Add at most 50 of each kind at once"));

export const kindOfStore = {
  "setup.add": {
    body: z.object({
      products: upTo50(productForm),
      fields: upTo50(ownFieldForm),
      templates: upTo50(anyTemplateForm),
      appointmentTypes: upTo50(appointmentTypeRules),
    }),
    answer: z.object({ added: z.number() }),
  },
} satisfies Schemas;
