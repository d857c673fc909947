import { firstView } from "../first-view.tsx";
import { TemplatesScreen } from "./screen.tsx";

export default firstView(TemplatesScreen, (visit) => [
  visit.read("templates.list", {}),
  visit.read("templates.placeholders", {}),
  visit.read("automations.list", {}),
]);
