import { mailStates } from "#lib/contract/mails.ts";
import { NOT_MAILED } from "#lib/mails.ts";
import { firstView } from "../first-view.tsx";
import { MailScreen } from "./screen.tsx";

export default firstView(MailScreen, (visit) => {
  const { searchParams } = visit.url;
  if (searchParams.get("state") === NOT_MAILED) return [visit.list("suppressions.list")];
  const state = mailStates.find((known) => known === searchParams.get("state"));
  return [visit.list("mails.list", { state, contactId: searchParams.get("contact") || undefined })];
});
