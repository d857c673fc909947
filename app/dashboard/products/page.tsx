export { ProductsScreen as default } from "./screen.tsx";
