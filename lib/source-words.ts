import type { contactSources } from "./contract/segment-terms.ts";

export const sourceWords: Record<(typeof contactSources)[number], string> = {
  person: "by hand",
  import: "by an import",
  visitor: "by booking",
};
