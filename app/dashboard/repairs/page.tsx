import { firstView } from "../first-view.tsx";
import { askedIn } from "./asked.ts";
import { RepairsScreen } from "./screen.tsx";

export default firstView(RepairsScreen, (visit) => {
  const filter = askedIn(visit.url.searchParams);
  const search = visit.url.searchParams.get("q") ?? "";
  return [
    visit.read("repairs.counts", {}),
    visit.read("repairs.workshops", {}),
    visit.read("team.list", {}),
    visit.list("repairs.list", filter),
    visit.read("repairs.board", { query: { ...filter, search } }),
  ];
});
