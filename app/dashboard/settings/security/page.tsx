import { firstView } from "../../first-view.tsx";
import { SecurityScreen } from "./screen.tsx";

export default firstView(SecurityScreen, (visit) => [
  visit.read("devices.list", {}),
  visit.read("factors.get", {}),
  visit.read("push.get", {}),
]);
