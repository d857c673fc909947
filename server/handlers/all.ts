import type { Handlers } from "../handler.ts";
import { appointmentTypes } from "./appointment-types.ts";
import { auth } from "./auth.ts";
import { automations } from "./automations.ts";
import { bookings } from "./bookings.ts";
import { capabilities } from "./capabilities.ts";
import { contactImport } from "./contact-import.ts";
import { contacts } from "./contacts.ts";
import { dashboard } from "./dashboard.ts";
import { incidents } from "./incidents.ts";
import { integration } from "./integration.ts";
import { mails } from "./mails.ts";
import { notes } from "./notes.ts";
import { organization } from "./organization.ts";
import { passwords } from "./passwords.ts";
import { products } from "./products.ts";
import { sales } from "./sales.ts";
import { search } from "./search.ts";
import { setup } from "./setup.ts";
import { suppressions } from "./suppressions.ts";
import { team } from "./team.ts";
import { templateTest } from "./template-test.ts";
import { templates } from "./templates.ts";
import { users } from "./users.ts";
import { visitor } from "./visitor.ts";
import { website } from "./website.ts";

const handled = {
  ...users,
  ...auth,
  ...passwords,
  ...team,
  ...organization,
  ...setup,
  ...contacts,
  ...contactImport,
  ...products,
  ...sales,
  ...notes,
  ...templates,
  ...templateTest,
  ...mails,
  ...suppressions,
  ...automations,
  ...incidents,
  ...dashboard,
  ...integration,
  ...appointmentTypes,
  ...bookings,
  ...visitor,
  ...search,
  ...website,
} satisfies Handlers;

export const handlers: Handlers = { ...handled, ...capabilities(handled) };
