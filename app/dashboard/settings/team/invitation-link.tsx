"use client";
import { LinkModal } from "#components/link-modal.tsx";
import type { Invitation } from "./invite-fields.tsx";

/** An invitation that no mail carried. */
export function InvitationLink({ name, link, onClose }: Invitation & { onClose: () => void }) {
  return (
    <LinkModal
      title={`Invitation for ${name}`}
      description="No mail went out. Hand this link on yourself; it is good for 7 days."
      link={link}
      onClose={onClose}
    />
  );
}
