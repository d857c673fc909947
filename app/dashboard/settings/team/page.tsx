import { firstView } from "../../first-view.tsx";
import { TeamScreen } from "./screen.tsx";

export default firstView(TeamScreen, (visit) => [visit.read("team.list", {})]);
