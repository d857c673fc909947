import { firstView } from "../../../first-view.tsx";
import { TagsScreen } from "./screen.tsx";

export default firstView(TagsScreen, (visit) => [visit.read("tags.list", {})]);
