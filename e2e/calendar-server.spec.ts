import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { newColleague } from "./colleague.ts";
import { freePort, startDeployment, statusOf } from "./deployment.ts";
import { bookButton, openPanel, someNumber, timesOf } from "./staff-booking.ts";
import {
  api,
  clickForToast,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  fill,
  freshName,
  signInByApi,
  visitorTest,
} from "./support.ts";

const PASSWORD = "sécret";

type Servers = {
  caldav: string;
  smtpPort: number;
  mails: string[];
  files: () => string[];
  end: () => Promise<void>;
};

/** The mail server must stay unused. */
async function startServers(): Promise<Servers> {
  const folder = mkdtempSync(join(tmpdir(), "loupe-radicale-"));
  const shelf = join(folder, "data/collection-root/maya/work");
  const port = await freePort();
  mkdirSync(shelf, { recursive: true });
  writeFileSync(
    join(shelf, ".Radicale.props"),
    JSON.stringify({ tag: "VCALENDAR", "D:displayname": "Work" }),
  );
  writeFileSync(join(folder, "users"), `maya:${PASSWORD}\n`);
  writeFileSync(
    join(folder, "config"),
    `[server]\nhosts = 127.0.0.1:${port}\n[auth]\ntype = htpasswd\nhtpasswd_filename = ${folder}/users\n` +
      `htpasswd_encryption = plain\n[storage]\nfilesystem_folder = ${folder}/data\n[web]\ntype = none\n`,
  );
  const radicale = spawn("radicale", ["--config", join(folder, "config")], { stdio: "ignore" });
  const mails: string[] = [];
  const smtp = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(null, { user: "maya" }),
    onRcptTo: ({ address }, _session, done) => {
      mails.push(address);
      done();
    },
  });
  const smtpPort = await freePort();
  await new Promise<void>((up) => smtp.listen(smtpPort, "127.0.0.1", up));
  const caldav = `http://127.0.0.1:${port}/maya/`;
  await expect.poll(() => statusOf(caldav)).toBeGreaterThan(0);
  return {
    caldav,
    smtpPort,
    mails,
    files: () =>
      readdirSync(shelf)
        .filter((name) => name.endsWith(".ics"))
        .map((name) => readFileSync(join(shelf, name), "utf8")),
    end: async () => {
      if (radicale.killed) return;
      await ended(radicale);
      await new Promise<void>((closed) => smtp.close(closed));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = once(child, "exit");
  child.kill();
  await exit;
}

const test = visitorTest.extend<object, { site: { url: string } }>({
  site: [
    async ({ browserName: _ }, use) => {
      const { url, stop } = await startDeployment({ ALLOW_PRIVATE_HOSTS: "1" });
      await use({ url });
      await stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
});

test("a person's failing calendar server blocks only her", {
  tag: "@phone",
}, async ({ page, browser, site }) => {
  const servers = await startServers();
  try {
    await signInByApi(page.context().request, site.url);
    await page.goto("/dashboard/appointments");
    const maya = await newColleague(page, browser, "USER", "Maya");
    await maya.page.goto(`${site.url}/dashboard/settings/integrations`);
    await maya.page.getByRole("button", { name: /Connect .*Account|Change Email Account/ }).click();
    await maya.page.getByRole("button", { name: "Enter server settings" }).click();
    await fill(maya.page, {
      "Email address": "maya@example.test",
      Password: PASSWORD,
      "SMTP server": "127.0.0.1",
      "CalDAV address": servers.caldav,
    });
    const outgoing = maya.page.getByRole("group", { name: "Outgoing email" });
    await outgoing.getByLabel("Port").fill(String(servers.smtpPort));
    await maya.page.getByText("Different user names").click();
    await maya.page.getByLabel("Calendar user name").fill("maya");
    await maya.page.getByRole("button", { name: "Connect", exact: true }).click();
    await expect(maya.page.getByText("Connected", { exact: true })).toBeVisible();
    type Calendar = { id: string; name: string };
    const calendars = await api<Calendar[]>(maya.page, "GET", "/unipile/getCalendars");
    const availability = Array.from({ length: 7 }, (_, day) =>
      Array.from({ length: 24 }, (_, hour) => day === 4 && hour >= 9 && hour < 17),
    );
    const calendarId = calendars.find(({ name }) => name === "Work")?.id;
    await api(maya.page, "POST", "/unipile/setCalendar", { calendarId, availability });

    const number = someNumber();
    const name = `Rosalind ${freshName()}`;
    await page.reload();
    const shown = await openPanel(page); // click 1
    await page.keyboard.type(number);
    await shown.getByRole("textbox", { name: "Name" }).fill(name);
    await shown.getByRole("radio", { name: `Maya ${maya.lastName}` }).click(); // click 2
    await shown
      .getByRole("button", { name: /^9:00 AM, Thursday/ })
      .first()
      .click(); // click 3
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await clickForToast(bookButton(shown), `${name} with Maya, Thu`, "Success!"); // click 4

    // After the time to undo has passed.
    await expect.poll(servers.files, { timeout: 120_000 }).toEqual([expect.stringContaining(name)]);
    expect(servers.files()[0]).toMatch(/^DTSTART/m);
    await page.goto(`/dashboard/contacts?q=${number.slice(-4)}`);
    await expect(page.getByRole("link", { name }).first()).toBeVisible();
    expect(servers.mails).toEqual([]);
    const mails: { toName: string }[] = await api(
      page,
      "GET",
      `/mails?search=${name.split(" ")[1]}&limit=50`,
    );
    expect(mails.filter(({ toName }) => toName === name)).toEqual([]);

    const { personId, firsts } = await timesOf(page, maya.lastName);
    expect(firsts).not.toEqual([]);
    await servers.end();
    await page.goto(`/dashboard/appointments?day=${firsts[0]?.slice(0, 10)}`);
    await expect(page.getByRole("alert").filter({ hasText: `Maya ${maya.lastName}` })).toBeVisible();
    await expect(page.getByRole("alert").filter({ hasText: "Priya Raman" })).toHaveCount(0);
    const booked = (who: string) =>
      page.request.post(`${site.url}/api/v1/bookings`, {
        headers: { origin: site.url },
        data: {
          ...{ contactId: null, caller: { name: "Otto Lind", phoneNumber: someNumber(), email: "" } },
          ...{ personId: who, typeId: null, title: "Call", minutes: 15, startsAt: firsts[0], note: null },
          ...{ key: freshName(), allow: ["HOURS"] },
        },
      });
    const refused = await booked(personId);
    expect(refused.status()).toBe(409);
    expect(await refused.text()).toContain("calendar can't be read");
    const { id: me } = await api<{ id: string }>(page, "GET", "/users/me");
    expect((await booked(me)).status()).toBe(200);
  } finally {
    await servers.end();
  }
});
