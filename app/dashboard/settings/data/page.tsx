import { firstView } from "../../first-view.tsx";
import { ImportScreen } from "./screen.tsx";

export default firstView(ImportScreen, (visit) => {
  const id = visit.url.searchParams.get("import");
  return [visit.read("imports.list", {}), ...(id ? [visit.read("imports.get", { params: { id } })] : [])];
});
