import { firstView } from "../../../first-view.tsx";
import { ExportScreen } from "./screen.tsx";

export default firstView(ExportScreen, (visit) => [visit.readIfAllowed("data.exported", {})]);
