import { Check, X } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, useState } from "react";
import { FormProvider, useFieldArray, useFormContext } from "react-hook-form";
import { useCanMail } from "#components/shell/use-me.ts";
import { IconButton } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { DraftRestored } from "#components/ui/draft.tsx";
import { EmailField, TextField } from "#components/ui/field.tsx";
import { Group } from "#components/ui/group.tsx";
import { useRecordForm } from "#components/ui/record-form.tsx";
import { SelectField } from "#components/ui/select.tsx";
import { useAct } from "#lib/api/use-act.ts";
import type { InviteForm } from "#lib/contract/users.ts";
import { stored } from "#lib/stored-code.ts";
import { fullName, plural } from "#lib/text.ts";
import { nobody, roles } from "../settings/team/invite-fields.tsx";
import { readPeople } from "./pasted.ts";
import { hoursChoices } from "./people-hours.tsx";
import { StepFrame, type StepProps } from "./steps.tsx";

const loadSchema = stored(async () => (await import("#lib/contract/users.ts")).invitesForm);
const FAILURE = { failure: "Failed to invite user" };

type Row = {
  firstName: string;
  lastName: string;
  email: string;
  role: string | null;
  hours?: string | undefined;
};
type Invited = { name: string; email: string; link: string };

const isEmpty = ({ firstName, lastName, email }: Row) => `${firstName}${lastName}${email}`.trim() === "";
const emptyRow = (above?: Row): Row => ({
  ...nobody,
  role: above?.role ?? "USER",
  hours: above?.hours ?? "STORE",
});

export function TeamStep(step: StepProps) {
  const canMail = useCanMail();
  const { act } = useAct("team.invite", { quiet: true, texts: FAILURE });
  const [invited, setInvited] = useState<Invited[]>([]);
  const [sending, setSending] = useState("");
  const { form, props, edit, isSubmitting, submit } = useRecordForm<{ people: InviteForm[] }>({
    schema: loadSchema,
    values: { people: [emptyRow()] },
    draft: "members",
    onSubmit: async ({ people }) => {
      const failed = new Map<string, string>();
      const done = new Set<string>();
      for (const [at, person] of people.entries()) {
        setSending(people.length > 1 ? `Sending ${at + 1} of ${people.length}…` : "Sending…");
        const outcome = await act({ body: person });
        if (outcome.refused) failed.set(person.email, outcome.refused.text);
        else {
          done.add(person.email);
          const { link = "", mailed = false } = (outcome.ok && outcome.answer) || {};
          const one = { name: fullName(person), email: person.email, link: mailed ? "" : link };
          setInvited((before) => [...before.filter(({ email }) => email !== one.email), one]);
        }
      }
      if (done.size > 0) await step.onDone();
      const left: Row[] = form.getValues("people").filter((row: Row) => !done.has(row.email.trim()));
      if (left.length === 0) return null;
      form.setValue("people", left, { shouldDirty: true });
      for (const [at, { email }] of left.entries()) {
        const message = failed.get(email.trim());
        if (message) form.setError(`people.${at}.email`, { message }, { shouldFocus: at === 0 });
      }
      return undefined;
    },
    next: ({ values }) => ({ people: [emptyRow(values.people.at(-1))] }),
  });
  const rows: Row[] = form.watch("people");
  const count = rows.filter((row) => !isEmpty(row)).length;

  const several = (verb: string, one: string) =>
    count > 1 ? `${verb} ${plural(count, one)}` : `${verb} ${one}`;

  return (
    <StepFrame
      {...step}
      title="Who works with you?"
      hint={
        canMail
          ? "Each person gets an email with a link to choose a password."
          : "No email account is connected yet. You’ll get a link for each person to share yourself."
      }
      form={{
        ...props,
        onSubmit: (event) => {
          const filled = rows.filter((row) => !isEmpty(row));
          if (filled.length > 0 && filled.length < rows.length) form.setValue("people", filled);
          return submit(event);
        },
      }}
      submit={canMail ? several("Send", "invitation") : several("Create", "link")}
      pendingLabel={sending}
      saving={isSubmitting}
      wide
    >
      <Results invited={invited} />
      <FormProvider {...form}>
        <DraftRestored {...edit.draft} />
        <People key={edit.drawn} />
      </FormProvider>
    </StepFrame>
  );
}

function Results({ invited }: { invited: Invited[] }) {
  const links = invited.filter(({ link }) => link);
  return (
    <div role="status" className="grid gap-2 empty:hidden">
      {invited.length > 0 && (
        <ul aria-label="Invited" className="rounded-lg border">
          {invited.map(({ name, email, link }) => (
            <li
              key={email}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t px-3 py-2 first:border-t-0"
            >
              <Check size={16} strokeWidth={2.5} aria-hidden="true" className="text-success" />
              <span className="min-w-0 flex-1 basis-40 break-words">
                <b className="font-medium">{name}</b> <span className="text-muted-foreground">{email}</span>
              </span>
              {link ? <CopyButton text={link} label="Copy link" /> : "Invitation sent"}
            </li>
          ))}
        </ul>
      )}
      {links.length > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-muted-foreground text-sm">No email was sent. Links work for 7 days.</p>
          {links.length > 1 && (
            <CopyButton
              text={links.map(({ name, link }) => `${name}: ${link}`).join("\n")}
              label="Copy all links"
            />
          )}
        </div>
      )}
    </div>
  );
}

function People() {
  const { fields, append, remove, replace } = useFieldArray({ name: "people", keyName: "key" });
  const { getValues, setFocus } = useFormContext();
  const all = (): Row[] => getValues("people");

  function onKeyDown(event: KeyboardEvent, at: number) {
    const isInput = event.target instanceof HTMLInputElement;
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || !isInput) return;
    event.preventDefault();
    const row = all()[at];
    if (at < fields.length - 1) setFocus(`people.${at + 1}.firstName`);
    else if (row && !isEmpty(row)) add();
  }

  function onPaste(event: ClipboardEvent, at: number) {
    const text = event.clipboardData.getData("text");
    const people = readPeople(text);
    if (people.length === 0 || text.trim() === people[0]?.email) return;
    event.preventDefault();
    const rows = all();
    const pasted = people.map((person) => ({ ...emptyRow(rows[at]), ...person }));
    replace([...rows.filter((row) => !isEmpty(row)), ...pasted]);
  }

  const add = () => append(emptyRow(all().at(-1)), { focusName: `people.${fields.length}.firstName` });

  return (
    <div className="grid gap-2">
      <div aria-hidden="true" className={`${ROW} font-medium text-sm phone:hidden`}>
        <span>First name</span>
        <span>Last name</span>
        <span>Email</span>
        <span>Role</span>
        <span>Hours</span>
      </div>
      {fields.map(({ key }, at) => (
        <Group
          key={key}
          aria-label={`Person ${at + 1}`}
          onKeyDown={(event) => onKeyDown(event, at)}
          onPaste={(event) => onPaste(event, at)}
          className={`${ROW} items-start phone:rounded-lg phone:border phone:border-border-strong phone:p-3`}
        >
          <TextField
            name={`people.${at}.firstName`}
            label="First name"
            placeholder="First name"
            className={CELL}
            {...cell}
          />
          <TextField
            name={`people.${at}.lastName`}
            label="Last name"
            placeholder="Last name"
            className={CELL}
            {...cell}
          />
          <EmailField
            name={`people.${at}.email`}
            placeholder="Email"
            className={`${CELL} phone:col-span-2`}
            {...cell}
          />
          <SelectField name={`people.${at}.role`} label="Role" required hideLabel options={roles} />
          <SelectField name={`people.${at}.hours`} label="Hours" required hideLabel options={hoursChoices} />
          {fields.length > 1 && (
            <IconButton
              row
              label={`Remove person ${at + 1}`}
              onClick={() => remove(at)}
              className="mt-0.5 justify-self-end text-muted-foreground"
            >
              <X size={16} strokeWidth={1.75} />
            </IconButton>
          )}
        </Group>
      ))}
      <p className="text-muted-foreground text-sm">
        You can paste a list of names and emails. Admins can also change store settings and manage the team.
      </p>
      <button
        type="button"
        onClick={add}
        className="link min-h-6 justify-self-start text-sm pointer-coarse:min-h-11"
      >
        Add a person
      </button>
    </div>
  );
}

const cell = { required: true, hideLabel: true, autoComplete: "off" } as const;
const CELL = "md:[&_input]:placeholder:text-transparent";
const ROW =
  "grid gap-2 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.5fr)_6rem_8.25rem_1.75rem] phone:grid-cols-2";
