import clsx from "clsx";

export function KeyHint({ children, isPrimary = true }: { children: string; isPrimary?: boolean }) {
  return (
    <span aria-hidden="true" className="phone:hidden pointer-coarse:hidden">
      <kbd className={clsx(isPrimary && "border-current/40! bg-transparent! text-inherit!")}>{children}</kbd>
    </span>
  );
}
