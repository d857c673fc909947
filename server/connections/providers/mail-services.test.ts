import { findMailService, type Lookups } from "./mail-services.ts";

const nothing: Lookups = {
  mx: () => Promise.reject(new Error("ENOTFOUND")),
  srv: () => Promise.reject(new Error("ENOTFOUND")),
  get: () => Promise.reject(new Error("ENOTFOUND")),
};
const xml = (servers: string) => async () =>
  new Response(
    `<?xml version="1.0"?><clientConfig version="1.1"><emailProvider id="x">${servers}</emailProvider></clientConfig>`,
  );
const outgoing = (port: string, type = "SSL", host = "out.example.com") =>
  `<outgoingServer type="smtp"><hostname>${host}</hostname><port>${port}</port><socketType>${type}</socketType><username>%EMAILLOCALPART%</username></outgoingServer>`;
const incoming = `<incomingServer type="imap"><hostname>in.example.com</hostname><port>993</port><socketType>SSL</socketType></incomingServer>`;

test.each([
  ["a@gmail.com", "Google"],
  ["a@GoogleMail.com", "Google"],
  ["a@hotmail.co.uk", "Outlook"],
  ["a@me.com", "Apple"],
  ["a@yahoo.fr", "Yahoo"],
  ["a@fastmail.fm", "Fastmail"],
  ["a@gmx.de", "GMX"],
])("knows %s without asking anyone", async (address, name) => {
  expect((await findMailService(address, nothing))?.name).toBe(name);
});

test.each([
  ["aspmx.l.google.com", "Google"],
  ["marlow-com.mail.protection.outlook.com", "Outlook"],
  ["in1-smtp.messagingengine.com", "Fastmail"],
  ["mx01.mail.icloud.com", "Apple"],
])("recognizes a domain of one's own by its server %s", async (exchange, name) => {
  const service = await findMailService("a@marlow.com", { ...nothing, mx: async () => [exchange] });
  expect(service?.name).toBe(name);
});

test("reads the domain's autoconfig page", async () => {
  const found = await findMailService("zoe@example.com", {
    ...nothing,
    get: xml(outgoing("465") + incoming),
  });
  expect(found).toEqual({
    name: "example.com",
    smtp: { host: "out.example.com", port: 465 },
    imap: { host: "in.example.com", port: 993 },
    caldavUrl: null,
    user: "zoe",
  });
});

test.each([
  outgoing("25"),
  outgoing("587", "plain"),
  outgoing("465", "SSL", "a b"),
  incoming,
  "<outgoingServer/>",
  "<!DOCTYPE x>",
])("finds nothing in an autoconfig page with %s", async (servers) => {
  expect(await findMailService("a@example.com", { ...nothing, get: xml(servers) })).toBeNull();
});

test("reads DNS without a page, and ignores services not offered", async () => {
  const asked: Record<string, { host: string; port: number }[]> = {
    "_submissions._tcp.example.com": [{ host: ".", port: 0 }],
    "_submission._tcp.example.com": [{ host: "smtp.example.net", port: 587 }],
    "_imaps._tcp.example.com": [{ host: "imap.example.net", port: 993 }],
    "_caldavs._tcp.example.com": [{ host: "dav.example.net", port: 443 }],
  };
  const srv = async (name: string) => asked[name] ?? [];
  expect(await findMailService("a@example.com", { ...nothing, srv })).toEqual({
    name: "example.com",
    smtp: { host: "smtp.example.net", port: 587 },
    imap: { host: "imap.example.net", port: 993 },
    caldavUrl: "https://dav.example.net:443/",
  });
  expect(await findMailService("a@example.org", { ...nothing, srv })).toBeNull();
});
