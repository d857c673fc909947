import { type Table, tables } from "./tables.ts";

const list = (columns: string[]) => `'{${columns.join(",")}}'`;

/** Row-level security, and what else drizzle-kit can't write. */
export function protectionOf(table: Table): string[] {
  const { name, whose, kind, quiet, unrecorded, onlyChanges } = table;
  const isHosts = whose === "host";
  const grants = table.grants ?? (isHosts ? [] : ["select", "insert", "update", "delete"]);
  const own = "using (organization_id = (select current_organization()))";
  const policies = Object.entries(table.policies ?? (isHosts ? {} : { own }));
  return [
    ...foreignKeysOf(table),
    `alter table ${name} enable row level security;`,
    ...(grants.length > 0 ? [`grant ${grants.join(", ")} on ${name} to crm_app;`] : []),
    ...policies.map(([policy, rule]) => {
      const to = rule.startsWith("using") ? "to crm_app " : "";
      return `create policy ${policy} on ${name} ${to}${rule};`;
    }),
    ...(kind ? [`select keep_journal_of('${name}', '${kind}', ${list(quiet)}, ${list(unrecorded)});`] : []),
    ...(onlyChanges
      ? [`drop trigger journal_added on ${name}; drop trigger journal_removed on ${name};`]
      : []),
  ];
}

function foreignKeysOf({ name, references }: Table): string[] {
  return references.flatMap(({ column, to, onDelete, isOurs }) => {
    if (!isOurs || !onDelete) return [];
    const rule = onDelete === "set null" ? `set null (${column})` : onDelete;
    return [
      `alter table ${name} add constraint ${name}_${column}_fk
  foreign key (organization_id, ${column}) references ${to}(organization_id, id) on delete ${rule};`,
    ];
  });
}

export function withProtection(migration: string): string {
  const created = [...migration.matchAll(/^CREATE TABLE "(\w+)"/gm)].map(([, name]) => name);
  const statements = tables.filter(({ name }) => created.includes(name)).flatMap(protectionOf);
  return [migration.trimEnd(), ...statements].join("\n--> statement-breakpoint\n").concat("\n");
}
