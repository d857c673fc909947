/** The layout contains the editor. */
export default function TemplateEditorPage() {
  return null;
}
