import { firstView } from "../../../first-view.tsx";
import { HoursScreen } from "./screen.tsx";

export default firstView(HoursScreen, (visit) => [visit.read("team.list", {})]);
