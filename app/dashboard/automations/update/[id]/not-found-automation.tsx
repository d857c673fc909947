import { DeadEnd } from "./dead-end.tsx";

/** Where there is no such automation, or no longer. */
export function NotFound() {
  return (
    <DeadEnd
      title="Automation not found"
      text="The automation may have been deleted, or the link is not complete."
    />
  );
}
