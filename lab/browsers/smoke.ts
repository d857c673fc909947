import type { Driver } from "./driver.ts";
import { type Page, pageOf } from "./page.ts";

type Step = [what: string, go: (page: Page, fresh: string) => Promise<unknown>];

/** Letters only, because names can't contain digits. */
const freshName = () => `Zz${[...String(Date.now())].map((digit) => "abcdefghij"[Number(digit)]).join("")}`;

const NO_OPTIONS = "() => !document.querySelector('[role=option]')";

const STEPS: Step[] = [
  [
    "sign-in",
    async (page) => {
      await page.open("/dashboard/contacts");
      await page.isAt("/login");
      await page.type("Email", "owner@example.com");
      await page.type("Password", "Welcome-1");
      await page.press({ kind: "button", name: "Log in" });
      await page.isAt("/dashboard/contacts");
      await page.sees("Contacts");
    },
  ],
  [
    "contacts: created, found, deleted",
    async (page, fresh) => {
      await page.open("/dashboard/contacts");
      await page.press({ kind: "button", name: "New" });
      await page.type("First name", "Amara");
      await page.type("Last name", fresh);
      await page.type("Email", `${fresh.toLowerCase()}@example.com`, "[role=dialog]");
      await page.press({ kind: "button", name: "Create", within: "[role=dialog]" });
      await page.sees("Contact Created");
      await page.type("Search", fresh.toLowerCase());
      await page.until("one row", () =>
        page.call("() => document.querySelectorAll('tbody tr').length === 1", null),
      );
      if (await page.isPhone()) {
        await page.press({ kind: "button", name: `Actions for Amara ${fresh}` });
        await page.press({ kind: "button", name: "Delete", within: "[role=menu]" });
      } else {
        await page.press({ kind: "button", name: `Delete Amara ${fresh}` });
      }
      await page.press({ kind: "button", name: "Delete", within: "[role=alertdialog]" });
      await page.sees("Contact Deleted");
    },
  ],
  [
    "a sale is recorded",
    async (page) => {
      await page.open("/dashboard/sales?new=true");
      await page.type("Contact", "oka", "[role=dialog]");
      await page.pressUntil({ kind: "option", name: "^", within: "[role=listbox]" }, NO_OPTIONS);
      await page.type("Product category", "ring", "[role=dialog]");
      await page.pressUntil({ kind: "option", name: "^", within: "[role=listbox]" }, NO_OPTIONS);
      await page.type("Cost", "1240.50", "[role=dialog]");
      await page.press({ kind: "button", name: "Create", within: "[role=dialog]" });
      await page.sees("Sale created successfully");
      await page.sees("$1,240.50");
    },
  ],
  [
    "the calendar by week and month",
    async (page) => {
      await page.open("/dashboard/appointments");
      await page.until("today's column", () =>
        page.call(
          "() => Boolean(document.querySelector('[role=region][aria-current=date], section[aria-current=date]'))",
          null,
        ),
      );
      await page.pressUntil({ kind: "button", name: "Next" }, "() => location.search.startsWith('?week=')");
      await page.pressUntil({ kind: "button", name: "Month" }, "() => location.search.startsWith('?month=')");
    },
  ],
  [
    "a visitor books",
    async (page, fresh) => {
      const path = await page.call<string>(
        "async () => new URL((await (await fetch('/api/v1/appointmentTypes')).json())[0].appointmentBookingLink).pathname",
        null,
      );
      await page.open(path);
      // The first HTML shows the store's time zone; hydration switches to the visitor's.
      await page.until("the visitor's timezone", () =>
        page.call(
          "() => document.querySelector('select')?.value === new Intl.DateTimeFormat().resolvedOptions().timeZone",
          null,
        ),
      );
      const time = await page.until("a free time", () =>
        page.call<string>(
          "() => document.querySelector('details[open] button')?.getAttribute('aria-label')",
          null,
        ),
      );
      await page.press({ kind: "button", name: time });
      await page.type("Name", "Zoe Frost");
      await page.type("Email", `${fresh.toLowerCase()}@example.com`);
      await page.press({ kind: "button", name: "Book appointment" });
      await page.sees("Your appointment is booked");
    },
  ],
];

export async function smoke(driver: Driver, origin: string): Promise<void> {
  const page = pageOf(driver, origin);
  const fresh = freshName();
  const what = `${driver.name}, ${(await page.isPhone()) ? "phone" : "desktop"}`;
  for (const [step, go] of STEPS) {
    const begun = performance.now();
    await go(page, fresh);
    console.log(`  ✓ ${what}: ${step} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
  }
  if (driver.errors().length > 0) throw new Error(`${what}, the console: ${driver.errors().join("\n")}`);
}
