import { Unbuilt } from "#components/shell/unbuilt.tsx";

export default function TemplateEditorPage() {
  return <Unbuilt title="Edit Template" />;
}
