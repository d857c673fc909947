import type { TemplateForm } from "#lib/contract/templates.ts";

/** The id of a template that is yet to be created. */
export const NEW = "0";

/** What the editor begins with; a version where the host counts them. */
export type Start = TemplateForm & { version?: number };

export const BLANK: TemplateForm = { name: "", subject: "", content: "" };

export function textOf({ name, subject, content }: TemplateForm): TemplateForm {
  return { name, subject, content };
}

/** Whether saving the one would make the other of it: blanks around name and subject are not saved. */
export function isSame(a: TemplateForm, b: TemplateForm): boolean {
  return a.name.trim() === b.name.trim() && a.subject.trim() === b.subject.trim() && a.content === b.content;
}

/** The text that a duplicate begins with. */
export function copyOf({ name, subject, content }: TemplateForm): TemplateForm {
  return { name: `Copy of ${name}`.slice(0, 100), subject, content };
}
