import { Unbuilt } from "#components/shell/unbuilt.tsx";

export default function AutomationUpdatePage() {
  return <Unbuilt title="Automation" />;
}
