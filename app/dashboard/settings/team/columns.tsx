import { Avatar } from "#components/ui/avatar.tsx";
import { Badge } from "#components/ui/badge.tsx";
import type { Column } from "#components/ui/data-table.tsx";
import type { Me, Member } from "#lib/contract/users.ts";
import { capitalize, fullName } from "#lib/text.ts";

export function memberColumns(me?: Me): Column<Member>[] {
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
            <Badge tone="muted" title="Has not registered yet. Invite the same address again for a new link.">
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

/** Owners and admins remove others, but no owner. The host decides it once more. */
export function mayRemove(me: Me | undefined, member: Member): boolean {
  const leads = me?.role === "OWNER" || me?.role === "ADMIN";
  return leads && member.id !== me.id && member.role !== "OWNER";
}

/** Oneself first; the others as the host sorts them. */
export function selfFirst(members: Member[], me: Me | undefined): Member[] {
  const isMe = (member: Member) => member.id === me?.id;
  return [...members.filter(isMe), ...members.filter((member) => !isMe(member))];
}
