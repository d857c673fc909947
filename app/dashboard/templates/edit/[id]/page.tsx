/** Nothing of its own: the layout holds the editor. */
export default function TemplateEditorPage() {
  return null;
}
