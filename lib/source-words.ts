import type { contactSources } from "./contract/segment-terms.ts";

/** How a contact was added, as screens and exports say it. */
export const sourceWords: Record<(typeof contactSources)[number], string> = {
  person: "by hand",
  import: "by an import",
  visitor: "by booking",
};
