import { firstView } from "../../first-view.tsx";
import { TicketScreen } from "./screen.tsx";

export default firstView(TicketScreen, (visit) => [
  visit.read("repairs.ofNumber", { query: { number: Number(visit.id) } }),
]);
