"use client";
import { useMemo, useState } from "react";
import { NewButton } from "#components/new-button.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { part } from "#components/ui/part.tsx";
import { Empty } from "#components/ui/states.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Me, Member } from "#lib/contract/users.ts";
import { wholeList } from "#lib/list.ts";
import { capitalize, fullName } from "#lib/text.ts";
import type { Invitation } from "./invite-fields.tsx";

const InviteModal = part(() => import("./invite-modal.tsx"), "InviteModal");
const ResetSecondStep = part(() => import("./reset-second-step.tsx"), "ResetSecondStep");
const InvitationLink = part(() => import("#components/link-modal.tsx"), "InvitationLink");

export function TeamScreen() {
  const { data: me } = useMe();
  const read = useRead("team.list", {});
  const [resetting, setResetting] = useState<Member | null>(null);
  const [inviting, setInviting] = useState(false);
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const { act: remove } = useAct("team.remove");
  const isManager = me?.role === "OWNER" || me?.role === "ADMIN";

  const rows = useMemo(() => read.data && selfFirst(read.data, me), [read.data, me]);
  const list = wholeList(rows, read);
  const columns = useMemo(() => memberColumns(me), [me]);
  const actions = useMemo(
    () => (member: Member) => {
      if (!mayRemove(me, member)) return [];
      const name = fullName(member);
      const reset = {
        name: `Reset the second step of ${name}`,
        label: "Reset second step",
        icon: "lock" as const,
        onSelect: () => setResetting(member),
      };
      const question = {
        title: `Remove ${name}?`,
        text: "They’re signed out right away and can’t sign in again. Their records stay.",
        verb: "Remove",
      };
      return [
        ...(member.hasSecondStep ? [reset] : []),
        {
          name: `Remove ${name}`,
          label: "Remove",
          icon: "user-minus" as const,
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
        description="People who can work with your store’s records."
        controls={
          isManager && (
            <NewButton label="Add Member" onClick={() => setInviting(true)} load={InviteModal.load} />
          )
        }
        list={list}
        columns={columns}
        actions={actions}
        height="md:max-h-[550px]"
        empty={<Empty hint="People you invite appear here." />}
      />
      {inviting && <InviteModal onInvited={setInvitation} onClose={() => setInviting(false)} />}
      {resetting && <ResetSecondStep member={resetting} onClose={() => setResetting(null)} />}
      {invitation && <InvitationLink {...invitation} onClose={() => setInvitation(null)} />}
    </>
  );
}

function memberColumns(me?: Me): Column<Member>[] {
  return [
    {
      header: "Name",
      phone: "title",
      cell: (member) => (
        <span className="flex min-w-0 items-center gap-3">
          <Avatar id={member.id} name={fullName(member)} />
          <span className="max-w-72 truncate font-medium phone:max-w-none">{fullName(member)}</span>
          {member.id === me?.id && <Badge tone="info">You</Badge>}
          {member.isPending && (
            <Badge
              tone="muted"
              title="Hasn’t registered yet. To send a new link, invite the same address again."
            >
              Invited
            </Badge>
          )}
        </span>
      ),
    },
    {
      header: "Email",
      phone: "meta",
      className: "phone:pl-11!",
      cell: ({ email }) => <span className="text-muted-foreground">{email}</span>,
    },
    {
      header: "Role",
      phone: "aside",
      cell: ({ role }) => <Badge tone="muted">{capitalize(role.toLowerCase())}</Badge>,
    },
  ];
}

export function mayRemove(me: Me | undefined, member: Member): boolean {
  const isManager = me?.role === "OWNER" || me?.role === "ADMIN";
  return isManager && member.id !== me.id && member.role !== "OWNER";
}

export function selfFirst(members: Member[], me: Me | undefined): Member[] {
  const isMe = (member: Member) => member.id === me?.id;
  return [...members.filter(isMe), ...members.filter((member) => !isMe(member))];
}
