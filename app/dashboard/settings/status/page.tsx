import { firstView } from "../../first-view.tsx";
import { StatusScreen } from "./screen.tsx";

export default firstView(
  () => <StatusScreen webTimeData={process.versions.tz} />,
  (visit) => [visit.readIfAllowed("status.get", {})],
);
