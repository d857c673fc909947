import { type FormEvent, useEffect, useRef, useState } from "react";
import { idempotencyKeys } from "#lib/api/act.ts";
import { dropDraft, readDraft, saveDraft } from "#lib/drafts.ts";
import { type Errors, getField } from "./visitor-field.tsx";

const VISITOR = "visitor";
/** Short, because visitors may share a tablet. */
const KEPT_MS = 2 * 60 * 1000;

type Parsed<B> = {
  data?: B | undefined;
  error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined;
};

/** A form with uncontrolled fields. Keeps those named in `kept` across a reload. */
export function useVisitorForm(draft: string, kept: readonly string[], needsToken: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const token = useRef<string | null>(null);
  const [tries, setTries] = useState(0);
  const [errors, setErrors] = useState<Errors>({});
  const [restored, setRestored] = useState(false);
  const [keys] = useState(idempotencyKeys);
  useEffect(() => {
    const found = readDraft(VISITOR, draft, KEPT_MS);
    if (!found) dropDraft(VISITOR, draft);
    if (!found || !form.current) return;
    for (const [name, value] of Object.entries(found.values)) {
      const field = getField(form.current, name);
      if (field) field.value = String(value);
    }
    setRestored(true);
  }, [draft]);

  const typedValues = (element: HTMLFormElement) =>
    Object.fromEntries(kept.map((name) => [name, getField(element, name).value]));

  function keep({ currentTarget }: FormEvent<HTMLFormElement>) {
    const values = typedValues(currentTarget);
    if (Object.values(values).some(Boolean)) saveDraft(VISITOR, draft, { values });
    else dropDraft(VISITOR, draft);
  }

  function discard() {
    form.current?.reset();
    dropDraft(VISITOR, draft);
    setRestored(false);
  }

  function toBody(element: HTMLFormElement, more: object) {
    const body = { ...typedValues(element), website: getField(element, "subject").value, ...more };
    return { ...body, captcha: token.current, key: keys.keyFor(body) };
  }

  function accept<B>({ data, error }: Parsed<B>, others: Errors = {}): B | null {
    const found = { ...others };
    for (const { path, message } of error?.issues ?? [])
      if (path[0] !== "answers") found[String(path[0])] ??= message;
    if (needsToken && !token.current) found.captcha = "Please confirm that you’re not a robot";
    setErrors(found);
    const [wrong] = Object.keys(found);
    if (!wrong) return data ?? null;
    form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
    return null;
  }

  return {
    form,
    keep,
    errors,
    forgetErrors: () => setErrors({}),
    toBody,
    accept,
    restored: { restored, discard },
    drop: () => dropDraft(VISITOR, draft),
    captcha: { token, error: errors.captcha },
    tries,
    /** A token is only good for one request. */
    renewCaptcha: () => setTries((count) => count + 1),
  };
}
