import { Products } from "./products.tsx";

export default function ProductsPage() {
  return <Products />;
}
