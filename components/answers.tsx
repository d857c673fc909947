import type { Answered } from "#lib/contract/questions.ts";
import { phoneLink } from "#lib/links.ts";

export function Answers({ answers }: { answers: readonly Answered[] }) {
  return (
    <ul className="grid gap-1.5">
      {answers.map(({ id, question, kind, answer }) => (
        <li key={id}>
          <span className="block text-muted-foreground text-sm wrap-anywhere">{question}</span>
          {kind === "PHONE" ? (
            <a className="link" href={phoneLink(answer)}>
              {answer}
            </a>
          ) : (
            <span className="whitespace-pre-line wrap-anywhere">{answer}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
