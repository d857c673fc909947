import { firstView } from "../first-view.tsx";
import { ProductsScreen } from "./screen.tsx";

export default firstView(ProductsScreen, (visit) => [visit.read("products.list", {})]);
