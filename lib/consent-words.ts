import type { Consent, ConsentState } from "./contract/consent.ts";
import { formatDate } from "./dates.ts";
import { dotted } from "./text.ts";

export const consentStates: Record<ConsentState, string> = {
  given: "Yes",
  withdrawn: "No",
  unknown: "Not known",
};

/** "since Nov 20, 2026 · “Signed the card” · noted by Ada Frost" */
export function consentWords({ state, at, source, by, said }: Consent, timezone?: string): string {
  if (state === "unknown") return "Not asked yet";
  const day = formatDate(at, timezone);
  const since = day && `since ${day}`;
  if (source === "unsubscribe") return dotted(since, "they unsubscribed in an email");
  if (source === "import")
    return dotted(since, said ? `from the file ${said}` : "from an import", by && `imported by ${by}`);
  return dotted(since, said && `“${said}”`, by && `noted by ${by}`);
}
