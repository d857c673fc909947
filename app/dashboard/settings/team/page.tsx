import { Team } from "./team.tsx";

export default function TeamPage() {
  return <Team />;
}
