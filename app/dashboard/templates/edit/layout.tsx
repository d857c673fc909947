import type { ReactNode } from "react";
import { TemplateEditor } from "./template-editor.tsx";

/**
 * The editor stands in the layout and not in the page: when a new template gets its id, the path changes and the page
 * with it, but text, caret and undo stay.
 */
export default function TemplateEditorLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <TemplateEditor />
      {children}
    </>
  );
}
