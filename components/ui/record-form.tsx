import {
  type BaseSyntheticEvent,
  type ComponentProps,
  type KeyboardEvent,
  useEffect,
  useReducer,
  useRef,
  useState,
} from "react";
import { type FieldValues, FormProvider, get, type UseFormReturn, useForm, useWatch } from "react-hook-form";
import type { Draft } from "#lib/drafts.ts";
import { formResolver, preload, type SchemaLoader } from "#lib/form-resolver.ts";
import { confirm, DISCARD } from "./confirm.tsx";
import { isSameValue, useDraft } from "./draft.tsx";
import { useSubmit } from "./use-submit.ts";
import { useUnsaved } from "./use-unsaved.ts";

export type Refusal = { text: string; stale?: boolean; theirs?: unknown };

/** Someone else's version beside this one; `at` distinguishes conflicts. */
export type Conflict = { mine: FieldValues; theirs: FieldValues; at: number };

type Sent<V> = { values: V; event: BaseSyntheticEvent | undefined };

type Options<V> = {
  schema: SchemaLoader<V>;
  values: FieldValues;
  follows?: boolean;
  /** The name of what is edited, to keep typed text; undefined to store nothing. */
  draft: string | undefined;
  /** With it, leaving the screen offers to save. */
  title?: string | undefined;
  version?: number | undefined;
  /** A record's values, to compare with another person's version. */
  // biome-ignore lint/suspicious/noExplicitAny: the record comes from the refusal of `onSubmit`
  valuesOf?: ((record: any) => FieldValues) | undefined;
  onRestore?: () => void;
  isUnsaved?: boolean;
  /** Whether values count as unchanged; equal ones by default. */
  isSame?: (values: FieldValues, saved: FieldValues) => boolean;
  /** Resolves to why the form stays open, or to null. Undefined: the reason is already shown. */
  onSubmit: (
    values: V,
    version: number | undefined,
    event: Sent<V>["event"],
  ) => Promise<Refusal | null | undefined>;
  next?: (sent: Sent<V>) => FieldValues | undefined;
  /** Whether the form closes after saving. Text typed while it was saved is then dropped. */
  closes?: (sent: Sent<V>) => boolean;
  onSaved?: (sent: Sent<V>, more: boolean) => void;
  /** Not called if the person must choose between two versions. */
  onRefused?: () => void;
  onInvalid?: () => void;
};

export function useRecordForm<V>(options: Options<V>) {
  const {
    schema,
    values,
    follows,
    draft: name,
    isUnsaved = false,
    isSame,
    onSubmit,
    next,
    closes,
    onSaved,
  } = options;
  const form = useForm<FieldValues, unknown, V>({
    resolver: formResolver(schema),
    defaultValues: values,
    ...(follows && { values, resetOptions: { keepDirtyValues: true } }),
  });
  const { isSubmitting, defaultValues = values } = form.formState;
  const now = useWatch({ control: form.control, disabled: !isSame });
  const isDirty = isSame ? !isSame(now, defaultValues) : form.formState.isDirty;
  const [refused, setRefused] = useState<Refusal | null>(null);
  const edit = useEdit(form, { ...options, name });

  const submit = useSubmit((event) => {
    // A copy, because the form changes nested values in place.
    const sent: FieldValues = JSON.parse(JSON.stringify(form.getValues()));
    return form.handleSubmit(async (values) => {
      setRefused(null);
      const why = await onSubmit(values, edit.version, event);
      if (why === undefined) return;
      if (why !== null) {
        if (edit.refused(why)) return;
        setRefused(why);
        return options.onRefused?.();
      }
      edit.saved();
      isSaved.current = true;
      const saved = { values, event };
      const more = startNext(form, closes?.(saved) ? null : sent, next?.(saved) ?? sent);
      onSaved?.(saved, more);
    }, options.onInvalid)(event);
  });

  const isSaved = useRef(false);
  useUnsaved(
    isDirty || isUnsaved,
    edit.draft.end,
    options.title === undefined
      ? undefined
      : {
          title: options.title,
          save: async () => {
            isSaved.current = false;
            await submit();
            return isSaved.current;
          },
        },
  );

  function restart(next: FieldValues, version = edit.version) {
    form.reset(next);
    edit.end();
    edit.begin(version);
    setRefused(null);
  }

  async function mayClose(): Promise<boolean> {
    if ((isDirty || isUnsaved) && !(await confirm(DISCARD))) return false;
    edit.draft.end();
    return true;
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    event.stopPropagation();
    submit();
  }

  const props = { noValidate: true, onSubmit: submit, onInput: preload(schema), onKeyDown };
  return { form, props, edit, isDirty, isSubmitting, refused, submit, restart, mayClose };
}

type RecordFormProps<V> = ComponentProps<"form"> & {
  of: Pick<ReturnType<typeof useRecordForm<V>>, "form" | "props">;
};

export function RecordForm<V>({ of: { form, props }, ...rest }: RecordFormProps<V>) {
  return (
    <FormProvider {...form}>
      <form {...props} {...rest} />
    </FormProvider>
  );
}

/** Starts the form again with `values`. Keeps text typed since `sent` if it is given; returns whether there is any. */
function startNext<V>(
  form: UseFormReturn<FieldValues, unknown, V>,
  sent: FieldValues | null,
  values: FieldValues,
) {
  const typed = sent ? Object.entries(form.getValues()) : [];
  const since = typed.filter(([name, value]) => !isSameValue(value, sent?.[name]));
  // Without this option, the form would keep saved text as unsaved.
  form.reset(values, { keepDirtyValues: false });
  for (const [name, value] of since) form.setValue(name, value, { shouldDirty: true });
  return since.length > 0;
}

/** Shows other people's changes of the record while nothing is typed. `key` changes with each of them. */
export function useFollowing<R extends { version?: number | undefined }>(
  { edit, isDirty }: { edit: Edit; isDirty: boolean },
  record: R | undefined,
  take: (record: R) => void,
  key: unknown = record,
) {
  const seen = useRef(key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each version of the record
  useEffect(() => {
    if (!record || isDirty || key === seen.current || edit.isOlder(record.version)) return;
    seen.current = key;
    edit.begin(record.version);
    take(record);
  }, [key, isDirty]);
}

type EditOptions = {
  name: string | undefined;
  version?: number | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: the record comes from the form's refusal
  valuesOf?: ((record: any) => FieldValues) | undefined;
  onRestore?: (draft: Draft) => void;
};

export function useEdit<V>(
  form: UseFormReturn<FieldValues, unknown, V>,
  { name, version: given, valuesOf, onRestore }: EditOptions,
) {
  const [version, setVersion] = useState(given);
  // A draft may be based on older values.
  const base = useRef(given);
  const [drawn, draw] = useReducer((count: number) => count + 1, 0);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const draft = useDraft(form, {
    name,
    version,
    onChange: (found) => {
      setVersion(found ? found.version : base.current);
      setConflict(null);
      draw();
      if (found) onRestore?.(found);
    },
  });

  function begin(next: number | undefined) {
    base.current = next;
    setVersion(next);
  }

  /** After a conflict, the screen may still show an older version than the form's. */
  function isOlder(than: number | undefined): boolean {
    return than !== undefined && base.current !== undefined && than < base.current;
  }

  function end() {
    draft.end();
    setConflict(null);
  }

  function saved() {
    end();
    begin(version === undefined ? undefined : version + 1);
  }

  /** Untouched fields take their values; the person chooses the others. False if the host didn't send their version. */
  function refused({ theirs: record }: Refusal): boolean {
    if (!record || !valuesOf) return false;
    const theirs = valuesOf(record);
    const begun = form.control._defaultValues;
    const mine = form.getValues();
    form.reset({ ...begun, ...theirs }, { keepValues: true });
    for (const [field, value] of flatEntries(theirs)) {
      const own = get(mine, field);
      const touched = !isSameValue(own, get(begun, field));
      form.setValue(field, touched ? own : value, { shouldDirty: true });
    }
    begin((record as { version?: number }).version);
    setConflict({ mine, theirs, at: Date.now() });
    draw();
    return true;
  }

  return { version, draft, drawn, draw, conflict, begin, isOlder, end, saved, refused };
}

function flatEntries(values: FieldValues): [name: string, value: unknown][] {
  return Object.entries(values).flatMap(([name, value]): [string, unknown][] =>
    name === "fields" ? Object.entries(value).map(([id, one]) => [`fields.${id}`, one]) : [[name, value]],
  );
}

export type Edit = ReturnType<typeof useEdit>;
