import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import type { Mail } from "#lib/contract/mails.ts";
import { kindWord } from "./mail-words.ts";

export function AboutMail({ mail: { kind, campaign } }: { mail: Mail }) {
  if (!campaign?.id) return kindWord(kind);
  return (
    <>
      {kindWord(kind)}{" "}
      <PrefetchLink href={`/dashboard/campaigns/${campaign.id}`} className="tap link">
        {campaign.name || "No name"}
      </PrefetchLink>
    </>
  );
}
