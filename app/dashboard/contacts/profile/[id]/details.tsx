import { useState } from "react";
import { useHasDraft } from "#components/ui/draft.tsx";
import { part } from "#components/ui/part.tsx";
import type { Contact } from "#lib/contract/contacts.ts";
import { DetailsView } from "./details-view.tsx";

const DetailsForm = part(() => import("./details-form.tsx"), "DetailsForm", { until: Viewed });

export function Details({ contact }: { contact: Contact }) {
  const hasDraft = useHasDraft(`contact ${contact.id}`);
  const [isBegun, setBegun] = useState(false);
  if (isBegun || hasDraft) return <DetailsForm contact={contact} isBegun={isBegun} />;
  return <Viewed contact={contact} onEdit={() => setBegun(true)} onNear={DetailsForm.load} />;
}

function Viewed(props: Parameters<typeof DetailsView>[0]) {
  return (
    <form aria-label="Details" className="p-4">
      <DetailsView {...props} />
    </form>
  );
}
