import { TriangleAlert, X } from "lucide-react";
import { useId } from "react";
import { useController, useFormContext } from "react-hook-form";
import { ContactDetail, ContactFinder } from "#components/contact-finder.tsx";
import { Avatar } from "#components/ui/avatar.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { IconButton } from "#components/ui/button.tsx";
import { FieldError } from "#components/ui/field-parts.tsx";
import { useRead } from "#lib/api/use-read.ts";
import { codeOfZone } from "#lib/phone.ts";
import { truncate } from "#lib/text.ts";
import type { Customer } from "./intake.ts";
import { Section } from "./section.tsx";

export function CustomerField({ timezone }: { timezone: string }) {
  const id = useId();
  const { field, fieldState } = useController({ name: "contact" });
  const { setFocus } = useFormContext();
  const customer: Customer = field.value;
  const { found } = customer;
  const wrong = fieldState.error as { message?: string; name?: { message?: string } } | undefined;
  const name = wrong?.name?.message;
  const set = (changes: Partial<Customer>) => field.onChange({ ...customer, ...changes });
  return (
    <Section title="Customer" htmlFor={id}>
      {found ? (
        <div className="flex min-h-13 items-center gap-3 rounded-md border border-border-strong py-1 pr-1 pl-2.5">
          <Avatar id={found.id} name={found.name} />
          <span className="grid min-w-0 flex-1">
            <span className="truncate font-semibold">{found.name}</span>
            <ContactDetail contact={found} search={customer.text} timezone={timezone} />
          </span>
          <Pinned contact={found.id} />
          <IconButton
            id={id}
            label="Choose another customer"
            onClick={() => {
              set({ found: null });
              requestAnimationFrame(() => setFocus("contact"));
            }}
            className="text-muted-foreground"
          >
            <X size={16} strokeWidth={1.75} />
          </IconButton>
        </div>
      ) : (
        <ContactFinder
          {...{ id, set, timezone }}
          noun="customer"
          search={customer}
          code={codeOfZone(timezone)}
          wrong={{ found: wrong?.message, name }}
          ref={field.ref}
          onFound={(contact, hasLeft) => {
            set({ found: contact, isNew: null, name: "" });
            if (!hasLeft) requestAnimationFrame(() => setFocus("kind"));
          }}
        />
      )}
      {wrong?.message && <FieldError id={`${id}-error`}>{wrong.message}</FieldError>}
      {name && <FieldError id={`${id}-name`}>{name}</FieldError>}
    </Section>
  );
}

const LONGEST = 24;

function Pinned({ contact }: { contact: string }) {
  const { data } = useRead("timeline.head", { params: { id: contact } });
  const [first] = data?.pinned ?? [];
  if (!first?.note) return null;
  return (
    <Badge tone="warning" title={first.note.content} className="h-6! min-w-0 max-w-1/2 shrink">
      <TriangleAlert size={13} className="shrink-0" />
      <span className="truncate">{truncate(first.note.content, LONGEST)}</span>
    </Badge>
  );
}
