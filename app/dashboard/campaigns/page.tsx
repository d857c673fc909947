import { firstView } from "../first-view.tsx";
import { CampaignsScreen } from "./screen.tsx";

export default firstView(CampaignsScreen, (visit) => [
  visit.list("campaigns.list"),
  visit.read("organization.timezone", {}),
]);
