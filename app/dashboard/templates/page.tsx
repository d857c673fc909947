import { Unbuilt } from "#components/shell/unbuilt.tsx";

export default function TemplatesPage() {
  return <Unbuilt title="Templates" />;
}
