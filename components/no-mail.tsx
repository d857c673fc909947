import { DEMO_SENDS_NONE } from "#lib/contract/mail-terms.ts";
import { outgoingWords } from "#lib/mails.ts";
import { useAdministrators, useMay, useMe } from "./shell/use-me.ts";
import { Warning } from "./shell/warning.tsx";

export function NoMail() {
  const words = outgoingWords(useMe().data?.emails);
  const isDemo = words === DEMO_SENDS_NONE;
  const may = useMay()("integration.link");
  const ask = useAdministrators(words !== "" && !may && !isDemo);
  if (!words) return null;
  return (
    <Warning href={may ? "/dashboard/settings/integrations" : undefined} link="Connect an account">
      {may || isDemo ? words : `${words} ${ask}`}
    </Warning>
  );
}
