import { outgoingWords } from "#lib/mails.ts";
import { useAdministrators, useMay, useMe } from "./shell/use-me.ts";
import { Warning } from "./shell/warning.tsx";

export function NoMail() {
  const words = outgoingWords(useMe().data?.emails);
  const may = useMay()("integration.link");
  const ask = useAdministrators(words !== "" && !may);
  if (!words) return null;
  return (
    <Warning href={may ? "/dashboard/settings/integrations" : undefined} link="Connect an account">
      {may ? words : `${words} ${ask}`}
    </Warning>
  );
}
