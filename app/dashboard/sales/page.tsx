import { Unbuilt } from "#components/shell/unbuilt.tsx";

export default function SalesPage() {
  return <Unbuilt title="Sales" />;
}
