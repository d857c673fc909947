import type { ComponentProps } from "react";
import { useFormState } from "react-hook-form";
import { Button } from "./button.tsx";

type Props = ComponentProps<typeof Button> & { pending?: string | undefined };

export function SubmitButton({ pending = "Saving…", children, ...props }: Props) {
  const { isSubmitting } = useFormState();
  return (
    <Button type="submit" variant="primary" busy={isSubmitting} {...props}>
      {isSubmitting ? pending : children}
    </Button>
  );
}
