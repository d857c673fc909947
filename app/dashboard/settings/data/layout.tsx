import { firstView } from "../../first-view.tsx";
import { DataHead } from "./head.tsx";

export default firstView(DataHead, (visit) => [visit.readIfAllowed("trash.counts", {}, "trash.list")]);
