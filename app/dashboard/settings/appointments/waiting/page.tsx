import { firstView } from "../../../first-view.tsx";
import { WaitingListScreen } from "./screen.tsx";

export default firstView(WaitingListScreen, (visit) => [visit.read("wishes.list", {})]);
