import { Unbuilt } from "#components/shell/unbuilt.tsx";

export default function BillingPage() {
  return <Unbuilt title="Billing" />;
}
