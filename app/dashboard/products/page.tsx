import { Unbuilt } from "#components/shell/unbuilt.tsx";

export default function ProductsPage() {
  return <Unbuilt title="Product Categories" />;
}
