import { ClipboardPaste } from "lucide-react";
import { useId, useState } from "react";
import { useFormContext } from "react-hook-form";
import { useMoney } from "#components/shell/use-me.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { GrowingText } from "#components/ui/growing-text.tsx";
import { readPasted, withPasted } from "./pasted.ts";

export function PasteBox() {
  const id = useId();
  const money = useMoney();
  const { getValues, setValue } = useFormContext();
  const [text, setText] = useState<string | null>(null);
  const [problems, setProblems] = useState<string[]>([]);
  if (text === null)
    return (
      <div>
        <Button variant="ghost" onClick={() => setText("")}>
          <ClipboardPaste size={16} strokeWidth={1.75} />
          Paste a list
        </Button>
      </div>
    );

  function add() {
    const { lines, problems } = readPasted(text ?? "", money);
    setProblems(problems);
    if (problems.length > 0) return;
    setValue("prices", withPasted(getValues("prices"), lines), { shouldDirty: true });
    setText(null);
  }

  return (
    <div className="grid gap-2 rounded-md border p-3">
      <label htmlFor={id} className="font-medium text-sm">
        One work a line, like “Polish and clean, {money.format(30)}”
      </label>
      <GrowingText
        id={id}
        autoFocus
        value={text}
        onChange={({ target }) => setText(target.value)}
        aria-invalid={problems.length > 0}
        className="min-h-25 leading-5"
      />
      {problems.length > 0 && (
        <Alert>
          {problems.slice(0, 5).map((problem) => (
            <span key={problem} className="block">
              {problem}
            </span>
          ))}
          {problems.length > 5 && `${problems.length - 5} more`}
        </Alert>
      )}
      <div className="flex gap-2">
        <Button onClick={add}>Add to the list</Button>
        <Button variant="ghost" onClick={() => setText(null)}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
