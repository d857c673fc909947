export default function TemplateEditorPage() {
  return null;
}
