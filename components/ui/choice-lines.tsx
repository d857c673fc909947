import { ChoiceLine } from "./choice-line.tsx";

type Props<T> = {
  name: string;
  label: string;
  choices: readonly (readonly [value: T, label: string])[];
  value: T;
  pending?: boolean;
  onChoose: (value: T) => void;
};

export function ChoiceLines<T>({ name, label, choices, value, pending, onChoose }: Props<T>) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {choices.map(([choice, text]) => (
          <ChoiceLine
            key={text}
            type="radio"
            name={name}
            checked={value === choice}
            aria-disabled={pending || undefined}
            onChange={() => pending || onChoose(choice)}
          >
            {text}
          </ChoiceLine>
        ))}
      </div>
    </fieldset>
  );
}
