"use client";
import { useWatch } from "react-hook-form";
import { NearLink } from "#components/shell/near-link.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { useRead } from "#lib/api/use-read.ts";
import { actionTypes } from "#lib/contract/automation-terms.ts";
import type { Template } from "#lib/contract/templates.ts";
import { optionsOf } from "./words.ts";

export function ActionFields() {
  const type: string = useWatch({ name: "action.type" });
  return (
    <div className="grid grid-cols-2 gap-3 phone:grid-cols-1">
      <SelectField name="action.type" label="Action type" required options={optionsOf(actionTypes)} />
      {type === "SEND_EMAIL" && <TemplateField />}
    </div>
  );
}

function TemplateField() {
  const { data: templates, error, mutate } = useRead("templates.list", {});
  const chosen: string | null = useWatch({ name: "action.templateId" });
  const template = templates?.find(({ id }) => id === chosen);
  return (
    <>
      <SelectField
        name="action.templateId"
        label="Template"
        required
        placeholder={templates || error ? "Choose…" : "Loading…"}
        options={optionsFrom(templates, chosen)}
        help={
          templates?.length === 0 ? (
            <>
              There is no template yet.{" "}
              <NearLink href="/dashboard/templates/edit/0" className="link">
                Write one
              </NearLink>
            </>
          ) : error && !templates ? (
            <>
              The templates could not be loaded.{" "}
              <button type="button" onClick={() => mutate()} className="link">
                Try again
              </button>
            </>
          ) : undefined
        }
      />
      {template && <Preview listed={template} />}
    </>
  );
}

/** By name; what was chosen stands there as it is until its name is known. */
function optionsFrom(templates: Template[] | undefined, chosen: string | null) {
  if (!templates) return chosen ? [{ value: chosen, label: "Loading…" }] : [];
  return templates.map(({ id, name }) => ({ value: id, label: name || "No name" }));
}

/** What the email begins with, as it is written; a list may leave the content out. */
function Preview({ listed }: { listed: Template }) {
  const { data } = useRead("templates.get", listed.content ? null : { params: { id: listed.id } });
  const { subject, content } = data ?? listed;
  return (
    <figure
      aria-label="Preview"
      className="col-span-full grid gap-1 rounded-md border bg-background px-3 py-2.5"
    >
      <figcaption className="wrap-anywhere font-medium">{subject || "No subject"}</figcaption>
      <p className="wrap-anywhere line-clamp-2 text-muted-foreground text-sm">{content}</p>
    </figure>
  );
}
