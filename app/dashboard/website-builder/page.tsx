import { Unbuilt } from "#components/shell/unbuilt.tsx";

export default function WebsiteBuilderPage() {
  return <Unbuilt title="Website builder" />;
}
