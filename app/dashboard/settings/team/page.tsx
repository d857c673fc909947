import { Unbuilt } from "#components/shell/unbuilt.tsx";

export default function TeamPage() {
  return <Unbuilt title="Team" />;
}
