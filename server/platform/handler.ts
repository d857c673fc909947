import type {
  HostAnswer,
  KeyName,
  Name,
  Params,
  ParsedBody,
  PublicName,
  Query,
} from "#lib/contract/contract.ts";
import type { ImportKey } from "./auth/import-keys.ts";
import type { SignedIn } from "./auth/session.ts";
import type { Database, Scopes } from "./db/client.ts";
import type { Secret } from "./secrets/keyring.ts";
import type { Captcha, Clock, ProviderSettings, SmtpServer } from "./settings.ts";

/**
 * What every handler and job gets.
 * - `webUrl`: the web app's origin, for links in emails
 * - `hostUrl`: this host's origin, for the page that connects an account
 * - `isPublic`: other machines can reach the host
 * - `isDemo`: it has only demo stores of visitors
 * - `secret`: encrypts credentials and signs links; includes former secrets
 * - `smtp`, `captcha`: null if not configured
 * - `backups`: of the whole host
 * - `wake`: runs the jobs immediately
 */
export type Host = {
  database: Database;
  webUrl: string;
  hostUrl: string;
  isPublic?: boolean;
  isDemo?: boolean;
  clock: Clock;
  secret: Secret;
  providers: ProviderSettings;
  smtp: SmtpServer | null;
  captcha?: Captcha | null;
  backups?: Backups;
  status?: HostStatus;
  wake: () => void;
};

/** `make` and `verify` only start the work. They throw if it can't start. */
export type Backups = {
  state: () => Promise<HostAnswer<"backups.get">>;
  make: () => void;
  verify: (name: string) => Promise<void>;
};

/** `schema`: the newest migration. `timeData`: version of the tz database. `troubles`: why it should get no requests, one sentence each. */
export type HostStatus = {
  version: string;
  schema: string;
  timeData: string;
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
  /** IPv4 address or IPv6 network (`addressKey`), for rate limits. */
  address: string;
  userAgent: string;
};

type Signed = Scopes & { user: SignedIn };

type Keyed = Scopes & { importKey: ImportKey };

export type Call<N extends Name> = Request<N> &
  (N extends PublicName ? unknown : N extends KeyName ? Keyed : Signed);

export type Handler<N extends Name> = (call: Call<N>) => HostAnswer<N> | Promise<HostAnswer<N>>;

export type Handlers = { [N in Name]: Handler<N> };
