import { Unbuilt } from "#components/shell/unbuilt.tsx";

export default function HomePage() {
  return <Unbuilt title="Statistics" />;
}
