import type { HostAnswer, Name, Params, ParsedBody, PublicName, Query } from "#lib/contract/contract.ts";
import type { SignedIn } from "./auth/session.ts";
import type { Database, Scopes } from "./db/client.ts";
import type { Secret } from "./secrets/seal.ts";
import type { Captcha, Clock, ProviderSettings, SmtpServer } from "./settings.ts";

/**
 * What the process gives every handler and job.
 *
 * - `webUrl`: the origin that links in mails and invitations lead to.
 * - `hostUrl`: this host's own origin, where browsers find the page that connects an account.
 * - `isPublic`: whether anybody but this machine's user may reach it.
 * - `secret`: encrypts stored credentials and signs links; those of before still open and are believed.
 * - `providers`: which mail and calendar servers it may reach.
 * - `smtp`: carries the mails of stores that have no mail account of their own; null without one.
 * - `captcha`: verifies that visitors who book are people; null without one.
 * - `backups`: those of the whole host.
 * - `sight`: how the process is.
 * - `wake`: tells the jobs that there is something to do now.
 */
export type Host = {
  database: Database;
  webUrl: string;
  hostUrl: string;
  isPublic?: boolean;
  clock: Clock;
  secret: Secret;
  providers: ProviderSettings;
  smtp: SmtpServer | null;
  captcha?: Captcha | null;
  backups?: Backups;
  sight?: Sight;
  wake: () => void;
};

/** Knows what is kept and under way; makes one now, or reads one whole. Both are begun, and refused by what they throw. */
export type Backups = {
  state: () => Promise<HostAnswer<"backups.get">>;
  make: () => void;
  verify: (name: string) => Promise<void>;
};

/** `schema`: the newest change of the database that it knows. `troubles`: why it should be sent no requests, a sentence each. */
export type Sight = {
  version: string;
  schema: string;
  database: "embedded" | "postgres";
  startedAt: Date;
  troubles: () => Promise<string[]>;
  jobs: () => { name: string; since: number | null; endedAt: number | null; failingSince: number | null }[];
};

type Request<N extends Name> = {
  host: Host;
  params: Params<N>;
  query: Query<N>;
  body: ParsedBody<N>;
  /** Whom limits count: the client's IP address, one of IPv6 as its network (`addressKey`). */
  address: string;
  /** What the client's program says of itself. */
  userAgent: string;
};

/** `read` and `tenant` are the gate of server/platform/db/client.ts, bound to the caller's organization. */
type Signed = Scopes & { user: SignedIn };

/** What a row's handler is given. */
export type Call<N extends Name> = Request<N> & (N extends PublicName ? unknown : Signed);

export type Handler<N extends Name> = (call: Call<N>) => HostAnswer<N> | Promise<HostAnswer<N>>;

/** A row without its handler does not compile. */
export type Handlers = { [N in Name]: Handler<N> };
