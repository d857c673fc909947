import type { Extensions } from "@electric-sql/pglite";
import { auto_explain } from "@electric-sql/pglite/contrib/auto_explain";
import pg from "pg";

export const EXPLAIN: Extensions = { auto_explain };

type Plan = {
  "Node Type": string;
  "Parent Relationship"?: string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Total Cost": number;
  Plans?: Plan[];
};
export type Statement = { text: string; plan: Plan };

const SETUP = `set role none; load 'auto_explain'; set auto_explain.log_nested_statements = on;
  set auto_explain.log_min_duration = 0; set auto_explain.log_level = notice; set auto_explain.log_format = json`;

export function watchPlans(): (work: () => Promise<unknown>) => Promise<Statement[]> {
  let statements: Statement[] = [];
  const watched = new WeakSet<pg.Client>();
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function (this: pg.Client, ...asked: unknown[]) {
    if (watched.has(this)) return Reflect.apply(query, this, asked);
    watched.add(this);
    this.on("notice", ({ message = "" }) => {
      const json = /plan:\s*(\{.*\})/s.exec(message)?.[1];
      if (!json) return;
      const { "Query Text": text, Plan: plan } = JSON.parse(json);
      statements.push({ text, plan });
    });
    return Reflect.apply(query, this, [SETUP]).then(() => Reflect.apply(query, this, asked));
  } as typeof query;
  afterAll(() => {
    pg.Client.prototype.query = query;
  });
  return async (work) => {
    statements = [];
    await work();
    return statements;
  };
}

export function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}
