import * as z from "zod/mini";
import { formResolver } from "./form-resolver.ts";

const schema = z.object({
  name: z
    .string()
    .check(z.minLength(1, "Name is required"), z.regex(/^[a-z]*$/, "Please enter a valid name")),
  address: z.object({ city: z.string().check(z.minLength(1, "Required")) }),
});
const options = { fields: {}, shouldUseNativeValidation: false };

test("returns parsed values without errors", async () => {
  const values = { name: "amara", address: { city: "Lagos" } };
  expect(await formResolver(async () => schema)(values, undefined, options)).toEqual({ values, errors: {} });
});

test("returns each field's first message, also if nested", async () => {
  const { errors } = await formResolver(async () => schema)(
    { name: "", address: { city: "" } },
    undefined,
    options,
  );
  expect(errors).toMatchObject({
    name: { message: "Name is required" },
    address: { city: { message: "Required" } },
  });
});
