import { firstView } from "../../first-view.tsx";
import { ImportScreen } from "./screen.tsx";

export default firstView(ImportScreen, (visit) => {
  const id = visit.url.searchParams.get("import");
  const saved = visit.url.searchParams.get("saved");
  return [
    visit.read("imports.list", {}),
    visit.read("savedImports.list", {}),
    ...(saved ? [visit.read("savedImports.get", { params: { id: saved } })] : []),
    ...(id ? [visit.read("imports.get", { params: { id } })] : []),
  ];
});
