import { Button } from "#components/ui/button.tsx";

type Props = { label?: string; onClick: () => void; load?: () => void };

export function NewButton({ label = "New", onClick, load }: Props) {
  return (
    <Button
      icon="plus"
      variant="primary"
      onClick={onClick}
      onPointerEnter={load}
      onFocus={load}
      data-shortcut="n"
    >
      {label}
    </Button>
  );
}
