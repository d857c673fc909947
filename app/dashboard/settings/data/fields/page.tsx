import { firstView } from "../../../first-view.tsx";
import { FieldsScreen } from "./screen.tsx";

export default firstView(FieldsScreen, (visit) => [visit.read("fields.list", {})]);
