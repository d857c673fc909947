import { Sales } from "./sales.tsx";

export default function SalesPage() {
  return <Sales />;
}
