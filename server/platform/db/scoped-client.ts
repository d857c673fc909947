import pg from "pg";
import { traced } from "#lib/trace/trace.ts";
import { statementName } from "./request.ts";

/** Sent before another statement; its result is ignored. */
type Preceding = { name: string; text: string; values: string[] };
type Asked = pg.QueryConfig & { rowMode?: "array" };

/**
 * Behind a pooler, each transaction can have another session. `keepsNames`: prepared statements keep their
 * names. `timeout`: set with each transaction, if the session doesn't have it.
 */
export type SendMode = { keepsNames: boolean; timeout: string | null };

export type Scope = { organizationId: string; actor: string };

const SCOPE = `set_config('role', $1, true), set_config('app.organization_id', $2, true),
  set_config('app.actor', $3, true), set_config('application_name', $4, true)`;

const MAX_TRACED_TEXT = 2_000;

/** drizzle's connection. Sends the scope in one message with each statement, which fails if the scope does. */
export class ScopedClient {
  scope: Scope | null = null;
  #client: pg.ClientBase;
  #way: SendMode;
  /** The statement that begins a transaction, until another is sent; then true until the transaction ends. */
  #transaction: string | boolean = false;

  constructor(client: pg.ClientBase, way: SendMode) {
    this.#client = client;
    this.#way = way;
  }

  async query(asked: string | Asked, values?: unknown[]): Promise<pg.QueryResult> {
    const config: Asked = typeof asked === "string" ? { text: asked } : asked;
    const { text } = config;
    if (this.#transaction === false && /^begin\b/.test(text)) {
      this.#transaction = text;
      return nothing;
    }
    const isEnd = text === "commit" || text === "rollback";
    if (isEnd && this.#transaction !== true) {
      this.#transaction = false;
      return nothing;
    }
    const ahead = this.#ahead();
    this.#transaction = this.#transaction !== false && !isEnd;
    if (text === "rollback") {
      // A lost connection also ends the transaction. The original error is more useful.
      return this.#send(ahead, config).catch(() => nothing);
    }
    const isSeveral = !values?.length && text.includes(";");
    if (!isSeveral) return this.#send(ahead, config, values);
    // Several statements in one text can't be sent with the scope.
    if (this.scope && !this.#transaction) throw new Error("One statement at a time, or a transaction");
    if (ahead.length > 0) await this.#send(ahead, { text: "select" });
    return this.#client.query(text);
  }

  #ahead(): Preceding[] {
    if (this.#transaction === true) return [];
    const { timeout } = this.#way;
    const ahead: Preceding[] = [];
    const begin = this.#transaction;
    if (begin) ahead.push({ name: begin === "begin" ? "begin" : "", text: begin, values: [] });
    if (this.scope) {
      const values = ["crm_app", this.scope.organizationId, this.scope.actor, statementName()];
      if (!timeout) ahead.push({ name: "scope", text: `select ${SCOPE}`, values });
      else {
        const text = `select ${SCOPE}, set_config('statement_timeout', $5, true)`;
        ahead.push({ name: "scope_within", text, values: [...values, timeout] });
      }
    } else if (timeout) {
      ahead.push({
        name: "within",
        text: "select set_config('statement_timeout', $1, true)",
        values: [timeout],
      });
    }
    return ahead;
  }

  #send(ahead: Preceding[], config: Asked, values?: unknown[]): Promise<pg.QueryResult> {
    const { text } = config;
    const name = config.name ?? /^\s*(\w+)/.exec(text)?.[1] ?? "statement";
    // Without values, which can be personal data.
    const attributes = { "db.system.name": "postgresql", "db.query.text": text.slice(0, MAX_TRACED_TEXT) };
    return traced({ name, kind: "client", attributes }, () => this.#ask(ahead, config, values));
  }

  async #ask(ahead: Preceding[], config: Asked, values?: unknown[]): Promise<pg.QueryResult> {
    const asked = this.#way.keepsNames ? config : { ...config, name: undefined };
    if (ahead.length === 0) return this.#client.query(asked, values);
    const named = this.#way.keepsNames ? ahead : ahead.map((one) => ({ ...one, name: "" }));
    try {
      return await new Promise((resolve, reject) => {
        const query = new Batch(named, asked, values, (error, result) =>
          error ? reject(error) : resolve(result),
        );
        this.#client.query(query as unknown as pg.Submittable);
      });
    } catch (error) {
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }
}

const nothing: pg.QueryResult = { rows: [], rowCount: 0, command: "", oid: 0, fields: [] };

type Wire = {
  parse(statement: { name: string; text: string; types: undefined }): void;
  bind(bound: { portal: string; statement: string; values: string[] }): void;
  execute(portal: { portal: string; rows?: number }): void;
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
};

type Done = (error: Error | null, result: pg.QueryResult) => void;

/** pg's version is pinned. */
type QueryInternals = {
  name: string | undefined;
  text: string;
  prepare(wire: Wire): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
  handleError(error: Error, wire: Wire): void;
};

const Query = pg.Query as unknown as new (
  config: object,
  values: unknown[] | undefined,
  done: Done,
) => QueryInternals;

/**
 * Sends statements with one Sync: a failure skips the following ones. Separate statements would take 2–10 %
 * more CPU, and a failed `begin` would let the statement run unscoped.
 */
class Batch extends Query {
  #ahead: Preceding[];
  #own: { name: string | undefined; text: string };
  #answered = 0;

  constructor(ahead: Preceding[], config: Asked, values: unknown[] | undefined, done: Done) {
    super({ ...config, queryMode: "extended" }, values, done);
    this.#ahead = ahead;
    this.#own = { name: this.name, text: this.text };
  }

  override prepare(wire: Wire): void {
    for (const { name, text, values } of this.#ahead) {
      if (!name || (wire.parsedStatements[name] ?? wire.submittedNamedStatements[name]) === undefined) {
        wire.parse({ name, text, types: undefined });
        if (name) wire.submittedNamedStatements[name] = text;
      }
      wire.bind({ portal: "", statement: name, values });
      wire.execute({ portal: "" });
    }
    super.prepare(wire);
    this.#beCurrent();
  }

  /** pg stores prepared statements under the current query's name. */
  #beCurrent(): void {
    const { name, text } = this.#ahead[this.#answered] ?? this.#own;
    this.name = name;
    this.text = text;
  }

  override handleDataRow(message: unknown): void {
    if (this.#answered === this.#ahead.length) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#answered === this.#ahead.length) super.handleCommandComplete(message, wire);
    else {
      this.#answered += 1;
      this.#beCurrent();
    }
  }

  override handleError(error: Error, wire: Wire): void {
    for (const { name } of [...this.#ahead, this.#own]) if (name) delete wire.submittedNamedStatements[name];
    super.handleError(error, wire);
  }
}
