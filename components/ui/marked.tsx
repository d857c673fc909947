import { phonePart, textPart } from "#lib/contact-detail.ts";

export function Marked({ text, search }: { text: string; search: string }) {
  const part = phonePart(text, search) ?? textPart(text, search);
  if (!part) return <span className="truncate">{text}</span>;
  const [from, to] = part;
  return (
    <span className="truncate">
      {text.slice(0, from)}
      <mark className="bg-transparent font-semibold text-foreground underline">{text.slice(from, to)}</mark>
      {text.slice(to)}
    </span>
  );
}
