import { firstView } from "../../first-view.tsx";
import { TemplateEditor } from "./screen.tsx";

/**
 * In the layout, because the path changes when a new template gets its id, but text, caret and undo must stay.
 * A layout's params end at its own folder, so the id comes from the path.
 */
export default firstView(TemplateEditor, (visit) => {
  const id = visit.url.pathname.split("/").filter(Boolean).at(-1) ?? "";
  return [
    visit.read("fields.list", {}),
    visit.read("templates.placeholders", {}),
    visit.read("contacts.list", { query: { page: 1, limit: 1, sort: "createdAt:desc" } }),
    ...(id === "0" ? [] : [visit.read("templates.get", { params: { id } })]),
  ];
});
