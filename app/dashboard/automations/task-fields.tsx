"use client";
import { useWatch } from "react-hook-form";
import { TextField } from "#components/ui/field.tsx";
import { SelectField } from "#components/ui/select.tsx";
import { useRead } from "#lib/api/use-read.ts";
import { type TaskOwner, taskOwners } from "#lib/contract/automation-terms.ts";
import { fullName } from "#lib/text.ts";

const owners: Record<TaskOwner, string> = {
  SELLER: "Their last salesperson",
  ANYBODY: "Everybody",
  PERSON: "One person",
};
const OWNERS = taskOwners.map((value) => ({ value, label: owners[value] }));

export function TaskFields() {
  const owner: string = useWatch({ name: "action.task.owner" });
  return (
    <>
      <TextField
        name="action.task.days"
        label="Due in days"
        required
        inputMode="numeric"
        autoComplete="off"
        help="0 is the day on which it is made."
      />
      <TextField
        name="action.task.what"
        label="Task"
        required
        autoComplete="off"
        className="col-span-full"
        help="{{firstName}}, {{lastPurchase}} and the other placeholders of templates are filled in."
      />
      <SelectField name="action.task.owner" label="For" required options={OWNERS} />
      {owner === "PERSON" && <PersonField />}
    </>
  );
}

function PersonField() {
  const { data: team } = useRead("team.list", {});
  const people = (team ?? []).map((one) => ({ value: one.id, label: fullName(one) }));
  return (
    <SelectField
      name="action.task.personId"
      label="Person"
      required
      placeholder={team ? "Choose…" : "Loading…"}
      options={people}
    />
  );
}
