"use client";
import { UserMinus } from "lucide-react";
import { useMemo, useState } from "react";
import { NewButton } from "#components/new-button.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { confirm } from "#components/ui/confirm.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import { part } from "#components/ui/part.tsx";
import { Empty } from "#components/ui/states.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Member } from "#lib/contract/users.ts";
import { wholeList } from "#lib/list.ts";
import { fullName } from "#lib/text.ts";
import { mayRemove, memberColumns, selfFirst } from "./columns.tsx";
import type { Invitation } from "./invite-fields.tsx";

const InviteModal = part(() => import("./invite-modal.tsx").then((module) => module.InviteModal));
const InvitationLink = part(() => import("./invitation-link.tsx").then((module) => module.InvitationLink));

const removeIcon = <UserMinus size={16} strokeWidth={1.75} aria-hidden="true" />;

export function Team() {
  const { data: me } = useMe();
  const { data, error, isValidating, mutate } = useRead("team.list", {});
  const [inviting, setInviting] = useState(false);
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const { act: remove } = useAct("team.remove");
  const leads = me?.role === "OWNER" || me?.role === "ADMIN";

  const rows = useMemo(() => data && selfFirst(data, me), [data, me]);
  const list = wholeList({ rows, error, busy: isValidating, retry: () => void mutate() });
  const columns = useMemo(() => memberColumns(me), [me]);
  const actions = useMemo(
    () => (member: Member) => {
      if (!mayRemove(me, member)) return [];
      const name = fullName(member);
      const question = {
        title: `Remove ${name}?`,
        text: "They are signed out at once and cannot sign in again. What they recorded stays.",
        verb: "Remove",
      };
      return [
        {
          name: `Remove ${name}`,
          label: "Remove",
          icon: removeIcon,
          danger: true,
          onSelect: async () => {
            if (await confirm(question)) await remove({ body: { id: member.id } });
          },
        },
      ];
    },
    [me, remove],
  );

  return (
    <>
      <ScreenTitle>Team</ScreenTitle>
      <DataTable
        title="Team"
        caption="Team, you first"
        description="Who works with your store’s records."
        controls={
          leads && <NewButton label="Add Member" onClick={() => setInviting(true)} load={InviteModal.load} />
        }
        list={list}
        columns={columns}
        actions={actions}
        height="md:max-h-[550px]"
        failure={error?.message ?? ""}
        empty={<Empty hint="People you invite appear here." />}
      />
      {inviting && <InviteModal onInvited={setInvitation} onClose={() => setInviting(false)} />}
      {invitation && <InvitationLink {...invitation} onClose={() => setInvitation(null)} />}
    </>
  );
}
