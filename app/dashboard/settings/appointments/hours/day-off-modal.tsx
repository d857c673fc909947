import { useState } from "react";
import { useController } from "react-hook-form";
import { ChoiceLine } from "#components/ui/choice-line.tsx";
import { DateField } from "#components/ui/date-field.tsx";
import { TextField } from "#components/ui/field.tsx";
import { FieldFrame } from "#components/ui/field-parts.tsx";
import { FormModal } from "#components/ui/form-modal.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import { exceptionForm } from "#lib/contract/hours.ts";
import { isoDay } from "#lib/dates.ts";
import { readHours, writeHours } from "#lib/hours-text.ts";
import { notify } from "#lib/notifications.ts";
import { fullName, plural } from "#lib/text.ts";

type Props = { personId: string; isManager: boolean; onClose: () => void };

export function DayOffModal({ personId, isManager, onClose }: Props) {
  const { act } = useAct("people.addException");
  const person = useRead("team.list", {}).data?.find(({ id }) => id === personId);
  return (
    <FormModal
      title={`Days off or other hours${person ? ` for ${fullName(person)}` : ""}`}
      schema={exceptionForm}
      values={{ personId, from: "", to: "", hours: null, reason: "" }}
      draft={`days off ${personId}`}
      submitLabel="Add"
      onSubmit={async (body) => {
        const outcome = await act({ body });
        const toMove = outcome.ok ? (outcome.answer?.toMove ?? 0) : 0;
        if (outcome.ok) {
          notify(
            toMove > 0
              ? {
                  type: "info",
                  message: `${plural(toMove, "appointment")} to move, listed under the day off. None were cancelled.`,
                }
              : { type: "success", message: "Added" },
          );
        }
        return outcome.refused;
      }}
      onClose={onClose}
    >
      {isManager && <WholeStore personId={personId} />}
      <DateField name="from" label="From" required means="next" write={isoDay} />
      <DateField name="to" label="Until" required means="next" write={isoDay} />
      <OtherHours />
      <TextField
        name="reason"
        label="Reason"
        autoComplete="off"
        help="Visitors never see it."
        className="md:col-span-2"
      />
    </FormModal>
  );
}

function WholeStore({ personId }: { personId: string }) {
  const { field } = useController({ name: "personId" });
  return (
    <ChoiceLine
      className="md:col-span-2"
      type="checkbox"
      checked={field.value === null}
      onChange={(event) => field.onChange(event.target.checked ? null : personId)}
    >
      For the whole store
    </ChoiceLine>
  );
}

const OTHER = "9 AM – 1 PM";

/** Null means the whole day off. Invalid hours are kept as typed and rejected. */
function OtherHours() {
  const { field, fieldState } = useController({ name: "hours" });
  const hours: boolean[] | string | null = field.value;
  const [text, setText] = useState(() => (Array.isArray(hours) ? writeHours(hours) : (hours ?? OTHER)));
  const problem = readHours(text).problem;
  const shown = hours !== null && fieldState.error ? (problem ?? fieldState.error.message) : undefined;
  const write = (next: string) => {
    setText(next);
    field.onChange(readHours(next).hours ?? next);
  };
  return (
    <fieldset className="grid gap-2 md:col-span-2">
      <legend className="mb-1.5 font-medium text-sm">What</legend>
      {["Away", "Other hours"].map((label, isOther) => (
        <ChoiceLine
          key={label}
          type="radio"
          name="what"
          checked={(hours === null) === (isOther === 0)}
          onChange={() => (isOther ? write(text) : field.onChange(null))}
        >
          {label}
        </ChoiceLine>
      ))}
      {hours !== null && (
        <FieldFrame
          label="Hours"
          required
          message={shown}
          help={shown ? undefined : "In steps of 15 minutes, like 9:30 – 12:30, 1 – 5:30."}
        >
          {(control) => (
            <input
              {...control}
              ref={field.ref}
              autoComplete="off"
              spellCheck={false}
              value={text}
              onChange={(event) => write(event.target.value)}
              onBlur={field.onBlur}
              className="field tabular-nums"
            />
          )}
        </FieldFrame>
      )}
    </fieldset>
  );
}
