import * as z from "zod/mini";
import { appointmentTypes } from "./appointment-types.ts";
import { automations } from "./automations.ts";
import { away } from "./away.ts";
import { backups } from "./backups.ts";
import { bookings } from "./bookings.ts";
import { brand } from "./brand.ts";
import { bulk } from "./bulk.ts";
import { calendarRows } from "./calendar.ts";
import { campaigns } from "./campaigns.ts";
import { consents } from "./consent.ts";
import { contacts } from "./contacts.ts";
import { dashboard } from "./dashboard.ts";
import { devices } from "./devices.ts";
import { duplicates } from "./duplicates.ts";
import { factorShapes } from "./factors.ts";
import * as f from "./fields.ts";
import { files } from "./files.ts";
import { hours } from "./hours.ts";
import { imports } from "./imports.ts";
import { letters } from "./inbox.ts";
import { incidents } from "./incidents.ts";
import { journal } from "./journal.ts";
import { kindOfStore } from "./kind-of-store.ts";
import { mailLimitRows } from "./mail-limits.ts";
import { mails } from "./mails.ts";
import { notes } from "./notes.ts";
import { ownFields } from "./own-fields.ts";
import { products } from "./products.ts";
import { push } from "./push.ts";
import { relations } from "./relations.ts";
import { repairs } from "./repairs.ts";
import { reports } from "./reports.ts";
import { names, route, type routes } from "./routes.ts";
import type { Row, Schemas } from "./row.ts";
import { saleSegments } from "./sale-segments.ts";
import { sales } from "./sales.ts";
import { search } from "./search.ts";
import { segments } from "./segments.ts";
import { statuses } from "./status.ts";
import { suppressions } from "./suppressions.ts";
import { tags } from "./tags.ts";
import { tasks } from "./tasks.ts";
import { templates } from "./templates.ts";
import { timeline } from "./timeline.ts";
import { todays } from "./today.ts";
import type { Read, Written } from "./tolerant.ts";
import { users } from "./users.ts";
import { waitlist } from "./waitlist.ts";

/** The default answer; callers ignore it. */
export const done = z.object({ id: z.optional(f.id) });

const shapes = {
  ...users,
  ...kindOfStore,
  ...devices,
  ...factorShapes,
  ...push,
  ...contacts,
  ...sales,
  ...notes,
  ...files,
  ...tasks,
  ...todays,
  ...repairs,
  ...products,
  ...templates,
  ...automations,
  ...campaigns,
  ...dashboard,
  ...reports,
  ...relations,
  ...calendarRows,
  ...hours,
  ...brand,
  ...away,
  ...appointmentTypes,
  ...mails,
  ...letters,
  ...suppressions,
  ...incidents,
  ...backups,
  ...statuses,
  ...bookings,
  ...imports,
  ...waitlist,
  ...search,
  ...segments,
  ...saleSegments,
  ...ownFields,
  ...tags,
  ...bulk,
  ...journal,
  ...timeline,
  ...duplicates,
  ...consents,
  ...mailLimitRows,
  "capabilities.list": { answer: z.array(z.string()) },
};

type Shapes = typeof shapes;
type Routes = typeof routes;
export type Name = keyof Routes;
type Contract = { [N in Name]: Routes[N] & (N extends keyof Shapes ? Shapes[N] : Record<never, never>) };

const rows = Object.fromEntries(
  names.map((name) => [name, { ...route(name), ...(shapes as Schemas)[name] }]),
) as Record<Name, Row>;

export function row(name: Name): Row {
  return rows[name];
}

type NameOf<Who> = { [N in Name]: Contract[N] extends { who: Who } ? N : never }[Name];
export type PublicName = NameOf<"public">;
export type KeyName = NameOf<"key">;
export type ReadName = { [N in Name]: Contract[N]["at"] extends `GET ${string}` ? N : never }[Name];
export type ActName = Exclude<Name, ReadName>;
export type ListName = {
  [N in ReadName]: Contract[N] extends { query: { shape: { page: unknown } } } ? N : never;
}[ReadName];

type Schema<N extends Name, Part extends string> = Contract[N] extends {
  [P in Part]: infer S extends z.ZodMiniType;
}
  ? S
  : never;
type ParamNames<Path> = Path extends `${string}{${infer P}}${infer Rest}` ? P | ParamNames<Rest> : never;

export type Params<N extends Name> = { [P in ParamNames<Contract[N]["at"]>]: string };
export type Query<N extends Name> = z.output<Schema<N, "query">>;
export type Body<N extends Name> = z.input<Schema<N, "body">>;
export type ParsedBody<N extends Name> = Contract[N] extends { takesFile: true }
  ? Uint8Array
  : z.output<Schema<N, "body">>;
export type Answer<N extends Name> =
  Schema<N, "answer"> extends never ? undefined : Read<Schema<N, "answer">>;
/** `isDownload`: save it instead of showing it. */
export type KeptFile = {
  id: string;
  type: string;
  name: string;
  isDownload: boolean;
  load: () => Promise<Uint8Array>;
};
export type HostAnswer<N extends Name> = Contract[N] extends { streams: true }
  ? ReadableStream<Uint8Array>
  : Contract[N] extends { file: true }
    ? KeptFile
    : Schema<N, "answer"> extends never
      ? { id: string } | undefined
      : Written<Schema<N, "answer">>;

export type Input<N extends Name> = (keyof Params<N> extends never
  ? { params?: undefined }
  : { params: Params<N> }) &
  (Schema<N, "query"> extends never ? { query?: undefined } : { query?: Query<N> }) &
  (Schema<N, "body"> extends never ? { body?: undefined } : { body: Body<N> });
