import type { Answer, Name } from "#lib/contract/contract.ts";
import { urlOf } from "#lib/contract/path.ts";
import { route } from "#lib/contract/routes.ts";
import { createApp } from "#server/app.ts";
import { jobsOf } from "#server/jobs/jobs.ts";
import { afterWrites, type Jobs, startJobs } from "#server/jobs/loop.ts";
import { tidy } from "#server/jobs/upkeep.ts";
import { startSession } from "#server/platform/auth/session.ts";
import type { Opened } from "#server/platform/db/client.ts";
import { type Random, randomFrom } from "#server/platform/db/random.ts";
import type { Host } from "#server/platform/handler.ts";
import { randomBytes } from "#server/platform/machine.ts";
import { openKeyring, type Secret } from "#server/platform/secrets/keyring.ts";
import { CalendarServer } from "./caldav.ts";
import { databaseOf, delayFrom, type Moment } from "./database.ts";
import { MailboxServer } from "./imap.ts";
import { as, now, Owner, sleep, tick } from "./machine.ts";
import { type Delivered, type Mood, startMailServer } from "./smtp.ts";

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
const WEB_URL = "https://crm.example.com";

export type Person = { id: string; organizationId: string; email: string; role: string; token: string };
export type Said<N extends Name = Name> = { status: number; body: NonNullable<Answer<N>> };
type Input = { params?: object; query?: object; body?: unknown };

/** `faults` 0 to 1: how often something goes wrong. */
type Settings = { seed: number; faults: number };

type Process = { owner: Owner; app: ReturnType<typeof createApp>; jobs: Jobs };

export class World {
  readonly opened: Opened;
  readonly settings: Settings;
  readonly secret: Buffer;
  readonly mailboxes: Delivered[] = [];
  readonly counts = { requests: 0, retries: 0, mails: 0, kills: 0, steps: 0 };
  readonly answers = new Map<string, number>();
  readonly events: string[] = [];
  readonly problems: string[] = [];
  /** Mailboxes that don't exist. */
  readonly gone = new Set<string>();
  /** What the mail server refused, because there is no such mailbox. */
  readonly refusals: { to: string; at: number }[] = [];
  readonly calendarServer: CalendarServer;
  readonly mailboxServer: MailboxServer;
  #hosts: Process[] = [];
  #fate: Random;
  #countdown: { owner: Owner; left: number; moment: Moment } | null = null;
  #stalledUntil = 0;
  lastFault = 0;
  #auditor: ReturnType<typeof createApp>;
  /** Of each host, after a change. */
  #secrets = new Map<string, Secret>();
  #own: Buffer;

  constructor(opened: Opened, settings: Settings, secret: Buffer) {
    this.opened = opened;
    this.settings = settings;
    this.secret = secret;
    this.#own = secret;
    this.#fate = this.random(3);
    startMailServer(this.random(4), {
      choose: (to) => this.#moodFor(to),
      deliver: (mail, from) => {
        this.counts.mails += 1;
        this.mailboxes.push(mail);
        this.note(`mail to ${mail.to}: ${mail.subject}`);
        if (from && !from.isDead && this.#fate.chance(0.04 * this.settings.faults))
          this.#end(from, "before it heard the answer");
      },
    });
    this.calendarServer = new CalendarServer(this.random(8), settings, (text) => this.note(text));
    this.mailboxServer = new MailboxServer(this.random(9), settings);
    const host = this.#hostOf(opened.database);
    this.#auditor = createApp({ ...host, log: () => {} });
    for (const name of ["east", "west"]) this.#hosts.push(this.#start(name));
  }

  /** At midnight, and without faults. */
  async look<N extends Name>(name: N, { token }: Person, input: Input = {}): Promise<Said<N>> {
    tick();
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const body = input.body === undefined ? undefined : JSON.stringify(input.body);
    const { method } = route(name);
    const url = `http://host.invalid/api/v1${urlOf(name, input)}`;
    const env = { incoming: { socket: { remoteAddress: "10.0.0.9" } } };
    const response = await this.#auditor.fetch(
      new Request(url, { method, headers, ...(body && { body }) }),
      env,
    );
    return { status: response.status, body: JSON.parse((await response.text()) || "{}") };
  }

  /** Sends a form of a page that a host shows. */
  async submit(url: string, fields: Record<string, string>): Promise<number> {
    const { app, owner } = this.#fate.pick(this.#hosts);
    const body = new URLSearchParams(fields);
    const env = { incoming: { socket: { remoteAddress: "10.0.0.1" } } };
    return as(owner, async () => (await app.fetch(new Request(url, { method: "POST", body }), env)).status);
  }

  /** The hosts do so every ten minutes. */
  tidy(): Promise<void> {
    return tidy(this.opened, (event, fields) => this.problems.push(`${event} ${JSON.stringify(fields)}`));
  }

  async signIn(stores: readonly { people: Person[] }[]): Promise<void> {
    for (const person of stores.flatMap(({ people }) => people))
      person.token = await this.opened.database.system((db) => startSession(db, person));
  }

  random(salt: number): Random {
    return randomFrom(this.settings.seed * 1009 + salt * 7919);
  }

  note(text: string): void {
    this.events.push(`${this.counts.steps} ${new Date(now()).toISOString()} ${text}`);
    if (this.events.length > 400) this.events.shift();
  }

  #moodFor(to: string): Mood {
    if (this.gone.has(to)) {
      this.refusals.push({ to, at: now() });
      return "bounce";
    }
    if (!this.#fate.chance(0.1 * this.settings.faults)) return "accept";
    this.lastFault = now();
    return this.#fate.pick(["later", "later", "refuse", "lost", "cut", "silent"] as const);
  }

  #hostOf(database: Host["database"]): Host {
    return {
      database,
      webUrl: WEB_URL,
      hostUrl: "https://api.example.com",
      clock: () => new Date(),
      secret: this.secret,
      providers: { allowPrivateHosts: true, unipile: null },
      smtp: { host: "127.0.0.1", port: 25, secure: false, from: "crm@example.com" },
      captcha: null,
      wake: () => {},
    };
  }

  #start(name: string): Process {
    const owner = new Owner(name);
    owner.skewMs = this.#fate.chance(this.settings.faults / 2) ? this.#fate.between(-300_000, 300_000) : 0;
    const random = this.random(name === "east" ? 5 : 6);
    const watched = databaseOf(this.opened.database, owner, {
      reached: (moment) => this.#pass(owner, moment),
      delay: () => Math.max(0, this.#stalledUntil - now()) + delayFrom(random, 200),
    });
    const process: Process = { owner, app: undefined as never, jobs: undefined as never };
    const log = (event: string, fields: object = {}) => {
      if (/fail|error/.test(event)) this.note(`${name}: ${event} ${JSON.stringify(fields)}`);
    };
    const host: Host = {
      ...this.#hostOf(afterWrites(watched, () => process.jobs?.stir())),
      secret: this.#secrets.get(name) ?? this.secret,
      wake: () => process.jobs?.wake(),
    };
    as(owner, () => {
      process.app = createApp({ ...host, log });
      process.jobs = startJobs(jobsOf(host), log, 600_000);
    });
    return process;
  }

  /** In the three steps of docs/security.md, with a restart of each host. */
  async rotate(): Promise<void> {
    const [old, next] = [this.#own, randomBytes(32)];
    this.#own = next;
    for (const [own, also] of [
      [old, next],
      [next, old],
      [next, null],
    ] as const) {
      for (const name of ["east", "west"]) {
        const secret = await this.opened.database.system((db) =>
          db.transaction((tx) => openKeyring(tx, { own, also })),
        );
        this.#secrets.set(name, secret);
        this.#auditor = createApp({ ...this.#hostOf(this.opened.database), secret, log: () => {} });
        const host = this.#hosts.find(({ owner }) => owner.name === name);
        if (host && !host.owner.isDead) this.#end(host.owner, "to get another secret");
        await sleep(this.#fate.between(5, 30) * 60_000);
      }
    }
  }

  kill(): void {
    const { owner } = this.#fate.pick(this.#hosts);
    const moment = this.#fate.pick(["before", "inside", "after"] as const);
    this.#countdown = { owner, left: this.#fate.between(0, 25), moment };
  }

  /** Both hosts wait for the database, often longer than their clients do. */
  stall(): void {
    this.#stalledUntil = now() + this.#fate.between(1_000, 90_000);
    this.lastFault = now();
    this.note(`the database stalls until ${new Date(this.#stalledUntil).toISOString()}`);
  }

  #pass(owner: Owner, moment: Moment): void {
    const due = this.#countdown;
    if (!due || due.owner !== owner || due.moment !== moment || owner.isDead) return;
    due.left -= 1;
    if (due.left >= 0) return;
    this.#countdown = null;
    this.#end(owner, `${moment} its work`);
  }

  #end(owner: Owner, when: string): void {
    owner.isDead = true;
    this.counts.kills += 1;
    this.lastFault = now();
    this.note(`${owner.name} was killed ${when}`);
    const after = this.#fate.between(1_000, 120_000);
    as(undefined, () =>
      setTimeout(() => {
        this.#hosts = this.#hosts.map((one) => (one.owner === owner ? this.#start(owner.name) : one));
        this.note(`${owner.name} started`);
      }, after),
    );
  }

  /** What a client learns. Status 0: no answer. Repeats requests that may be repeated, as the web app does. */
  async ask<N extends Name>(
    name: N,
    person: Person | null,
    input: Input = {},
    { key, address = "10.0.0.1" }: { key?: string; address?: string } = {},
  ): Promise<Said<N>> {
    const mayRepeat = route(name).method === "GET" || key !== undefined;
    const { faults } = this.settings;
    for (let tries = 0; ; tries++) {
      const said = await this.#send(name, person, input, { key, address });
      const isLost = this.#fate.chance(0.03 * faults);
      // A refusal isn't remembered.
      if (mayRepeat && said.status < 400 && this.#fate.chance(0.02 * faults))
        void this.#send(name, person, input, { key, address });
      if (!isLost && said.status !== 0) return said as Said<N>;
      this.lastFault = now();
      if (!mayRepeat || tries === 2) return { status: 0, body: {} as Said<N>["body"] };
      this.counts.retries += 1;
      await sleep(this.#fate.between(500, 15_000));
    }
  }

  async #send(
    name: Name,
    person: Person | null,
    input: Input,
    { key, address }: { key?: string | undefined; address: string },
  ) {
    this.counts.requests += 1;
    const { app, owner } = this.#fate.pick(this.#hosts);
    await sleep(delayFrom(this.#fate, 2_000));
    if (owner.isDead) return { status: 0, body: {} };
    const headers = new Headers(person ? { authorization: `Bearer ${person.token}` } : {});
    if (input.body !== undefined) headers.set("content-type", "application/json");
    if (key !== undefined && route(name).idempotent) headers.set("idempotency-key", key);
    const url = `http://host.invalid/api/v1${urlOf(name, input)}`;
    const init = {
      method: route(name).method,
      headers,
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    };
    const env = { incoming: { socket: { remoteAddress: address } } };
    const answered = as(owner, async () => {
      const response = await app.fetch(new Request(url, init), env);
      return { status: response.status, body: JSON.parse((await response.text()) || "{}") };
    });
    const late = sleep(10_000).then(() => ({ status: 0, body: {} }));
    const said = await Promise.race([answered, late]);
    const heard = `${name} ${said.status}${said.status >= 400 ? ` ${said.body.message ?? ""}` : ""}`;
    this.answers.set(heard, (this.answers.get(heard) ?? 0) + 1);
    this.note(
      `${person?.email ?? "visitor"} ${name} at ${owner.name}: ${said.status}${said.status >= 400 ? ` ${JSON.stringify(said.body).slice(0, 120)}` : ""}`,
    );
    if (said.status >= 500 && said.status !== 503)
      this.problems.push(`${name} answered ${said.status}: ${JSON.stringify(said.body)}`);
    return said;
  }
}
