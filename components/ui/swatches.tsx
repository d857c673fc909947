import clsx from "clsx";
import { Check } from "lucide-react";
import { type CSSProperties, type Ref, useId } from "react";

type Props = {
  swatches: readonly { name: string; look?: string; style?: CSSProperties }[];
  selected: number;
  onChoose: (at: number) => void;
  ref?: Ref<HTMLInputElement>;
};

export function Swatches({ swatches, selected, onChoose, ref }: Props) {
  const group = useId();
  return swatches.map(({ name, look, style }, at) => (
    <label
      key={name}
      title={name}
      style={style}
      className={clsx(
        "relative grid size-9 forced-color-adjust-none cursor-pointer place-items-center rounded-md has-checked:ring-2 has-checked:ring-primary has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2 pointer-coarse:size-11",
        look,
      )}
    >
      <input
        ref={at === 0 ? ref : undefined}
        type="radio"
        name={group}
        aria-label={name}
        checked={at === selected}
        onChange={() => onChoose(at)}
        className="absolute inset-0 cursor-pointer appearance-none opacity-0"
      />
      {at === selected && <Check size={16} aria-hidden="true" />}
    </label>
  ));
}
