import { firstView } from "../../first-view.tsx";
import { StatusScreen } from "./screen.tsx";

export default firstView(StatusScreen, (visit) => [visit.readIfAllowed("status.get", {})]);
