import { Integrations } from "./integrations.tsx";

export default function IntegrationsPage() {
  return <Integrations />;
}
