import * as z from "zod/mini";
import { appointmentTypeRules } from "./appointment-types.ts";
import { ownFieldForm } from "./own-fields.ts";
import { productForm } from "./products.ts";
import type { Schemas } from "./row.ts";
import { anyTemplateForm } from "./templates.ts";

const some = <S extends z.ZodMiniType>(form: S) => z.array(form).check(z.maxLength(50, "50 at most"));

export const kindOfStore = {
  "setup.add": {
    body: z.object({
      products: some(productForm),
      fields: some(ownFieldForm),
      templates: some(anyTemplateForm),
      appointmentTypes: some(appointmentTypeRules),
    }),
    answer: z.object({ added: z.number() }),
  },
} satisfies Schemas;
