import { firstView } from "../../../first-view.tsx";
import { RepairSettingsScreen } from "./screen.tsx";

export default firstView(RepairSettingsScreen, (visit) => [visit.read("repairs.settings", {})]);
