import { Button } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";

type Props = { label?: string; onClick: () => void; load?: () => void };

export function NewButton({ label = "New", onClick, load }: Props) {
  return (
    <Button variant="primary" onClick={onClick} onPointerEnter={load} onFocus={load} data-shortcut="n">
      <Icon is="plus" />
      {label}
    </Button>
  );
}
