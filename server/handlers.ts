import { names, route } from "#lib/contract/routes.ts";
import { automations } from "./automations/automations.ts";
import { appointmentTypes } from "./booking/appointment-types.ts";
import { bookings } from "./booking/bookings.ts";
import { visitor } from "./booking/visitor.ts";
import { contactImport } from "./contacts/contact-import.ts";
import { contacts } from "./contacts/contacts.ts";
import { dashboard } from "./dashboard/dashboard.ts";
import type { Handlers } from "./handler.ts";
import { integration } from "./integration/integration.ts";
import { mails } from "./mail/mails.ts";
import { suppressions } from "./mail/suppressions.ts";
import { notes } from "./notes/notes.ts";
import { incidents } from "./organization/incidents.ts";
import { organization } from "./organization/organization.ts";
import { setup } from "./organization/setup.ts";
import { website } from "./organization/website.ts";
import { products } from "./products/products.ts";
import { sales } from "./sales/sales.ts";
import { search } from "./search/search.ts";
import { auth } from "./team/auth.ts";
import { passwords } from "./team/passwords.ts";
import { team } from "./team/team.ts";
import { users } from "./team/users.ts";
import { templates } from "./templates/templates.ts";

export const handlers: Handlers = {
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
  "capabilities.list": () => names.filter((name) => route(name).extra),
};
