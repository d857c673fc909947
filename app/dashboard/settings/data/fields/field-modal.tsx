import { Plus, X } from "lucide-react";
import { useId } from "react";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { Button, IconButton } from "#components/ui/button.tsx";
import { ChoiceLine } from "#components/ui/choice-line.tsx";
import { TextField } from "#components/ui/field.tsx";
import { FieldError, labelClass } from "#components/ui/field-parts.tsx";
import { FormModal } from "#components/ui/form-modal.tsx";
import { Grip, useReorder } from "#components/ui/reorder.tsx";
import { SelectField } from "#components/ui/select.tsx";
import { useReload } from "#lib/api/cache.ts";
import { useAct } from "#lib/api/use-act.ts";
import { isChoice, MOST_OPTIONS, type OwnSubject, ownKinds } from "#lib/contract/field-terms.ts";
import { type OwnField, type OwnFieldForm, ownFieldForm } from "#lib/contract/own-fields.ts";
import { token } from "#lib/contract/tokens.ts";
import { newKey } from "#lib/text.ts";
import { kindWords, ownerWords, valuesOf } from "./words.ts";

type Props = {
  of: OwnSubject;
  field: OwnField | undefined;
  groups: string[];
  start?: Pick<OwnFieldForm, "label" | "kind" | "group">;
  onMade?: (id: string) => void;
  onClose: () => void;
};

export function FieldModal({ of, field, groups, start, onMade, onClose }: Props) {
  const { act: create } = useAct("fields.create", { quiet: true });
  const { act: update } = useAct("fields.update", { quiet: true });
  const reload = useReload("fields.update");

  async function save(form: OwnFieldForm, version?: number) {
    if (!field) {
      const outcome = await create({ body: { fields: [{ ...form, of }] } });
      const [id] = outcome.ok ? outcome.answer.ids : [];
      if (id) onMade?.(id);
      return outcome.refused;
    }
    const { kind: _, ...body } = form;
    return (await update({ params: { id: field.id }, body: { ...body, version } })).refused;
  }

  return (
    <FormModal
      title={field ? "Edit field" : "New field"}
      schema={ownFieldForm}
      values={field ? valuesOf(field) : { ...BLANK, group: groups.at(-1) ?? "", ...start }}
      compare={{ values: valuesOf, fields: compared }}
      draft={field ? `field ${field.id}` : `field of ${of}${start ? ` from ${start.label}` : ""}`}
      version={field?.version}
      submitLabel={field ? "Save" : "Create"}
      onSubmit={save}
      onReload={reload}
      onClose={onClose}
    >
      <TextField name="label" label="Name" required autoComplete="off" />
      <TextField
        name="group"
        label="Group"
        required
        autoComplete="off"
        help="Fields with the same group are shown together."
        suggestions={groups}
      />
      <SelectField
        name="kind"
        label="Kind"
        required
        options={ownKinds
          .filter((kind) => !field || kind === field.kind)
          .map((kind) => ({ value: kind, label: kindWords[kind] }))}
        help={field ? "The kind can’t be changed later." : undefined}
      />
      <TextField name="suffix" label="Unit" autoComplete="off" help="Like “cm”, or “left hand”." />
      <fieldset className="grid content-start gap-1">
        <legend className="font-medium text-sm">Where it’s used</legend>
        <Flag name="isRequired">Required in the form</Flag>
        <Flag name="isSearchable">{ownerWords[of].found}</Flag>
        {of === "contacts" && <Flag name="isWarning">Shown as a warning</Flag>}
      </fieldset>
      {field?.placeholder && of === "contacts" && (
        <p className="text-muted-foreground text-sm md:col-span-2">
          In templates, use <span className="wrap-anywhere text-foreground">{token(field.placeholder)}</span>.
          It stays the same if you rename the field.
        </p>
      )}
      <Options />
    </FormModal>
  );
}

const BLANK = {
  label: "",
  group: "",
  suffix: "",
  kind: "text",
  options: [],
  isRequired: false,
  isSearchable: false,
  isWarning: false,
};

const yesNo = (value: boolean) => (value ? "Yes" : "No");
const compared = [
  { name: "label", label: "Name" },
  { name: "group", label: "Group" },
  { name: "suffix", label: "Unit" },
  {
    name: "options",
    label: "Options",
    text: (all: { text: string }[]) => all.map(({ text }) => text).join(", "),
  },
  { name: "isRequired", label: "Required in the form", text: yesNo },
  { name: "isSearchable", label: "Found by search", text: yesNo },
  { name: "isWarning", label: "Shown as a warning", text: yesNo },
];

function Flag({ name, children }: { name: string; children: string }) {
  const { register } = useFormContext();
  return (
    <ChoiceLine type="checkbox" {...register(name)}>
      {children}
    </ChoiceLine>
  );
}

/** Options have ids, so contacts keep their choice when an option is renamed. */
function Options() {
  const { control, getFieldState, formState, register } = useFormContext();
  const { fields, append, move, remove } = useFieldArray({ control, name: "options", keyName: "key" });
  const kind = useWatch({ name: "kind" });
  const id = useId();
  const { list, dropAt, grip } = useReorder<HTMLOListElement>((from, to) => {
    if (to < 0 || to >= fields.length) return;
    move(from, to);
    return { at: to };
  });
  if (!isChoice(kind)) return null;
  const { error } = getFieldState("options", formState);
  const message = error?.message ?? (error as { root?: { message?: string } } | undefined)?.root?.message;

  function add() {
    if (fields.length >= MOST_OPTIONS) return;
    append({ id: newKey(), text: "" }, { focusName: `options.${fields.length}.text` });
  }

  return (
    <fieldset aria-describedby={message && `${id}-error`} className="grid min-w-0 gap-2 md:col-span-2">
      <legend className={`mb-1.5 ${labelClass(true)}`}>Options</legend>
      <ol ref={list} className="grid gap-2">
        {fields.map(({ key }, index) => (
          <li
            key={key}
            className={`flex items-center gap-1 rounded-md ${dropAt === index ? "ring-1 ring-primary" : ""}`}
          >
            <Grip label={`Move option ${index + 1}`} {...grip(index)} />
            <input
              {...register(`options.${index}.text`)}
              aria-label={`Option ${index + 1}`}
              autoComplete="off"
              onKeyDown={(event) => {
                if (event.key !== "Enter" || event.metaKey || event.ctrlKey) return;
                event.preventDefault();
                add();
              }}
              className="field flex-1"
            />
            <IconButton icon={X} label={`Remove option ${index + 1}`} onClick={() => remove(index)} />
          </li>
        ))}
      </ol>
      {message && <FieldError id={`${id}-error`}>{message}</FieldError>}
      <Button
        icon={Plus}
        onClick={add}
        aria-disabled={fields.length >= MOST_OPTIONS}
        className="justify-self-start"
      >
        Add option
      </Button>
    </fieldset>
  );
}
