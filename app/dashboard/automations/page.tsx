import { Unbuilt } from "#components/shell/unbuilt.tsx";

export default function AutomationsPage() {
  return <Unbuilt title="Automations" />;
}
