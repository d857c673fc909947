import { Automations } from "./automations.tsx";

export default function AutomationsPage() {
  return <Automations />;
}
