import { useEffect, useRef } from "react";
import { confirm } from "#components/ui/confirm.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Member } from "#lib/contract/users.ts";
import { fullName } from "#lib/text.ts";
import { ConfirmModal } from "../security/second-step/confirm-modal.tsx";

type Props = { member: Member; onClose: () => void };

export function ResetSecondStep({ member, onClose }: Props) {
  const { data, error } = useRead("factors.get", {});
  const { act } = useAct("factors.reset");
  const isAsked = useRef(false);
  const name = fullName(member);

  async function reset() {
    isAsked.current = true;
    const question = {
      title: `Reset the second step of ${name}?`,
      text: "Make sure the request really comes from them. They’re signed out everywhere, and can sign in with only their password until they set up a new second step.",
      verb: "Reset",
    };
    if (await confirm(question)) await act({ body: { id: member.id } });
    onClose();
  }
  useEffect(() => {
    if (error) onClose();
    else if (data?.isConfirmed && !isAsked.current) reset();
  });

  if (!data || data.isConfirmed || isAsked.current) return null;
  return (
    <ConfirmModal
      factors={data}
      onConfirmed={reset}
      onClose={() => {
        if (!isAsked.current) onClose();
      }}
    />
  );
}
