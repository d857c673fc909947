import type { HostAnswer, Name, Params, ParsedBody, Query } from "#lib/contract/contract.ts";
import type { PublicName } from "./auth/access.ts";
import type { SignedIn } from "./auth/session.ts";
import type { Database } from "./db/client.ts";
import type { Scopes } from "./once.ts";

/** What the process gives every handler. `webUrl` is the origin that links in mails and invitations lead to. */
export type Host = { database: Database; webUrl: string };

type Call<N extends Name> = {
  host: Host;
  params: Params<N>;
  query: Query<N>;
  body: ParsedBody<N>;
  /** The client's IP address. */
  address: string;
};

/** `read` and `tenant` are the gate of server/db/client.ts, bound to the caller's organization. */
type Signed = Scopes & { user: SignedIn };

export type Handler<N extends Name> = (
  call: Call<N> & (N extends PublicName ? unknown : Signed),
) => HostAnswer<N> | Promise<HostAnswer<N>>;

/** Every row that the host answers. The rest get 501. */
export type Handlers = { [N in Name]?: Handler<N> };
