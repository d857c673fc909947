import { Unbuilt } from "#components/shell/unbuilt.tsx";
import { SentMail } from "./sent-mail.tsx";

export default function IntegrationsPage() {
  return (
    <>
      <Unbuilt title="Integrations" />
      <SentMail />
    </>
  );
}
