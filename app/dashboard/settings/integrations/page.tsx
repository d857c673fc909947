import { Unbuilt } from "#components/shell/unbuilt.tsx";

export default function IntegrationsPage() {
  return <Unbuilt title="Integrations" />;
}
