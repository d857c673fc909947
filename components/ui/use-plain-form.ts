import { useRef, useState } from "react";
import type { SchemaLoader } from "#lib/form-resolver.ts";
import { useSubmit } from "./use-submit.ts";

/** Without the form library, because these forms are most people's first pages. */
export function usePlainForm<V extends object>(load: SchemaLoader<V>, save: (values: V) => Promise<void>) {
  type Name = keyof V & string;
  const ref = useRef<HTMLFormElement>(null);
  const isSubmitted = useRef(false);
  const [errors, setErrors] = useState<{ [N in Name]?: string }>({});
  const [isBusy, setBusy] = useState(false);
  const box = (name: Name) => ref.current?.elements.namedItem(name) as HTMLInputElement;

  async function check(isShown: (name: Name) => boolean) {
    const schema = await load();
    const { data, error } = schema.safeParse(Object.fromEntries(new FormData(ref.current ?? undefined)));
    const found: typeof errors = {};
    for (const { path, message } of error?.issues ?? []) {
      const name = path[0] as Name;
      if (isShown(name)) found[name] ??= message;
    }
    setErrors(found);
    return { data, wrong: Object.keys(found)[0] as Name };
  }

  const onSubmit = useSubmit(async () => {
    isSubmitted.current = true;
    setBusy(true);
    try {
      const { data, wrong } = await check(() => true);
      await (data ? save(data) : box(wrong).focus());
    } finally {
      setBusy(false);
    }
  });
  const recheck = (isShown: (name: Name) => boolean) =>
    void check((name) => isSubmitted.current || isShown(name)).catch(() => {});
  const onInput = () => recheck((name) => name in errors);
  const form = { ref, onSubmit, onInput, noValidate: true, method: "post" };
  return { form, box, errors, isBusy, checkField: (name: Name) => recheck((one) => one === name) };
}
