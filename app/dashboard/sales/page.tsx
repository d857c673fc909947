export { SalesScreen as default } from "./screen.tsx";
