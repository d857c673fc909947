import { useCallback } from "react";
import { useAct } from "#lib/api/use-act.ts";
import { notify } from "#lib/notifications.ts";
import { plural } from "#lib/text.ts";

export function useUnmerge(): (id: string) => Promise<void> {
  const { act } = useAct("contacts.unmerge");
  return useCallback(
    async (id) => {
      const outcome = await act({ params: { id } });
      if (!outcome.ok) return;
      const { kept } = outcome.answer;
      const names = kept.slice(0, 3).map(({ name }) => name);
      const more = kept.length > names.length ? ` and ${kept.length - names.length} more` : "";
      const stays = `${plural(kept.length, "record")} edited since then was kept: ${names.join(", ")}${more}`;
      notify({
        type: "success",
        message:
          kept.length > 0 ? `The contacts are separate again. ${stays}` : "The contacts are separate again",
      });
    },
    [act],
  );
}
