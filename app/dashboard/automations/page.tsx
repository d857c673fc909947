import { aiFormUrl } from "#lib/env.ts";
import { Automations } from "./automations.tsx";

export default function AutomationsPage() {
  return <Automations aiFormUrl={aiFormUrl()} />;
}
