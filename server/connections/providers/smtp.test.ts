import { type AddressInfo, createServer } from "node:net";
import type { SMTPServerOptions } from "smtp-server";
import { ProviderError } from "#server/platform/errors.ts";
import { refusal, type Sink, startSink } from "#server/testing/sink.ts";
import type { Outgoing } from "./provider.ts";
import { smtpSend, smtpVerify } from "./smtp.ts";

const mail: Outgoing = {
  id: "1",
  messageId: "<1@store.example.com>",
  to: { address: "amara@example.com", name: "Amara “A” O’Brien" },
  fromName: "Marlow & Finch",
  subject: "Happy birthday 🎂",
  text: "Dear Amara,\n.\nsee you",
  html: "<p>Dear Amara,</p>",
  headers: { "Auto-Submitted": "auto-generated" },
};
const UNSUBSCRIBE = "https://crm.example.com/api/unsubscribe/abc";

let sink: Sink;
afterEach(() => sink?.close());

async function server(options: SMTPServerOptions = {}) {
  sink = await startSink(options);
  return { host: "127.0.0.1", port: sink.port, secure: false, from: "hello@store.example.com" };
}

async function failure(sending: Promise<unknown>): Promise<ProviderError> {
  const error = await sending.then(() => null).catch((thrown: unknown) => thrown);
  if (error instanceof ProviderError) return error;
  throw new Error(`not a ProviderError: ${error}`);
}

test("delivers both parts with the given Message-ID", async () => {
  await smtpSend(await server(), mail);
  expect(sink.taken).toHaveLength(1);
  expect(sink.taken[0]?.mail).toMatchObject({
    from: { address: "hello@store.example.com", name: "Marlow & Finch" },
    to: [{ address: "amara@example.com", name: "Amara “A” O’Brien" }],
    subject: "Happy birthday 🎂",
    messageId: "<1@store.example.com>",
    text: "Dear Amara,\n.\nsee you\n",
    html: "<p>Dear Amara,</p>\n",
  });
  const headers = new Map(sink.taken[0]?.mail.headers.map(({ key, value }) => [key, value]));
  expect(headers.get("auto-submitted")).toBe("auto-generated");
  expect(headers.has("list-unsubscribe")).toBe(false);
});

test("keeps an email that can't be marked as leaving", async () => {
  const said: string[] = [];
  const to = await server({
    onConnect: (_, done) => {
      said.push("connected");
      done();
    },
    onMailFrom: (_, __, done) => {
      said.push("from");
      done();
    },
  });
  await smtpSend(to, mail, async () => void said.push("leaves"));
  expect(said).toEqual(["connected", "leaves", "from"]);
  const refused = new ProviderError("later", "This mail could not be marked");
  expect(await failure(smtpSend(to, mail, () => Promise.reject(refused)))).toBe(refused);
  expect(sink.taken).toHaveLength(1);
});

test("writes one List-Unsubscribe header and List-Unsubscribe-Post (RFC 8058)", async () => {
  await smtpSend(await server(), { ...mail, unsubscribeUrl: UNSUBSCRIBE });
  const lines = String(sink.taken[0]?.raw).split(/\r\n(?![ \t])/);
  const unsubscribe = lines.filter((line) => /^list-unsubscribe/i.test(line)).sort();
  expect(unsubscribe).toEqual([
    `List-Unsubscribe-Post: List-Unsubscribe=One-Click`,
    `List-Unsubscribe: <${UNSUBSCRIBE}>`,
  ]);
});

test("sends an invitation as a calendar part", async () => {
  const ics = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n";
  await smtpSend(await server(), { ...mail, calendar: { method: "REQUEST", ics } });
  const raw = String(sink.taken[0]?.raw);
  expect(raw).toMatch(/Content-Type: text\/calendar;[^\n]*method=REQUEST/i);
  expect(sink.taken[0]?.mail.attachments.map(({ filename }) => filename)).toContain("invite.ics");
});

test("names and subjects can't add headers", async () => {
  const evil = "Eve\r\nBcc: all@example.com\u2028X: y\0";
  await smtpSend(await server(), { ...mail, fromName: evil, subject: evil, to: { ...mail.to, name: evil } });
  const { mail: got } = sink.taken[0] ?? {};
  expect(got?.headers.map(({ key }) => key)).not.toContain("bcc");
  const oneLine = "Eve Bcc: all@example.com X: y";
  expect([got?.subject, got?.from?.name, got?.to?.[0]?.name]).toEqual([oneLine, oneLine, oneLine]);
});

test.each([
  ["at the recipient", "onRcptTo", 451, "4.7.1 Greylisted", "later"],
  ["at the recipient", "onRcptTo", 550, "5.1.1 No such user", "bounced"],
  ["at the recipient", "onRcptTo", 550, "User unknown", "bounced"],
  ["at the recipient", "onRcptTo", 550, "5.7.1 Rejected as spam", "never"],
  ["at the recipient", "onRcptTo", 550, "5.1.10 Recipient not found", "bounced"],
  ["at the recipient", "onRcptTo", 550, "5.2.1 The account is disabled", "bounced"],
  ["at the recipient", "onRcptTo", 550, "5.1.1 User unknown in relay recipient table", "bounced"],
  ["at the recipient", "onRcptTo", 551, "No such user here", "bounced"],
  ["at the recipient", "onRcptTo", 550, "relay not permitted", "refused"],
  ["at the recipient", "onRcptTo", 553, "5.7.1 Relaying denied", "refused"],
  ["at the recipient", "onRcptTo", 550, "Domain store.test has exceeded the max emails per hour", "refused"],
  ["at the recipient", "onRcptTo", 550, "SMTP AUTH is required for message submission", "refused"],
  ["at the recipient", "onRcptTo", 550, "5.1.1 Too many recipients today", "refused"],
  ["at the recipient", "onRcptTo", 550, "Requested action not taken", "never"],
  ["at the recipient", "onRcptTo", 550, "5.1.2 Bad destination system address", "never"],
  ["at the recipient", "onRcptTo", 550, "Sender address rejected: user unknown", "never"],
  ["at the recipient", "onRcptTo", 552, "5.2.2 Mailbox is over quota", "never"],
  ["at the recipient", "onRcptTo", 554, "Relay access denied", "refused"],
  ["at the recipient", "onRcptTo", 552, "5.2.2 Mailbox full", "never"],
  ["at the sender", "onMailFrom", 550, "5.1.8 Not your address", "refused"],
  ["at the sender", "onMailFrom", 530, "5.7.0 Authentication required", "credentials"],
  ["at the sender", "onMailFrom", 421, "Too many", "later"],
] as const)("classifies a refusal %s (%s): %i %s as %s", async (_, when, code, text, kind) => {
  const reached = await server({
    [when]: (_address: object, _session: object, done: (e: Error) => void) => done(refusal(code, text)),
  });
  const error = await failure(smtpSend(reached, mail));
  expect([error.kind, error.message]).toEqual([kind, expect.stringContaining(`${code} ${text}`)]);
  expect(sink.taken).toEqual([]);
});

test.each([
  [451, "later"],
  [554, "never"],
  [550, "never"],
] as const)("classifies %i after the content as %s", async (code, kind) => {
  const reached = await server({
    onData: (stream, _, done) => {
      stream.resume();
      stream.on("end", () => done(refusal(code, "No")));
    },
  });
  expect((await failure(smtpSend(reached, mail))).kind).toBe(kind);
});

async function scripted(replies: { [word: string]: string | null }) {
  const server = createServer((socket) => {
    const say = (word: string) => {
      const reply = replies[word] === undefined ? "250 ok" : replies[word];
      if (reply === null) socket.destroy();
      else socket.write(`${reply}\r\n`);
    };
    say("connect");
    socket.on("error", () => {});
    socket.on("data", (data) => {
      for (const line of String(data).split("\r\n")) {
        const word = /^(EHLO|AUTH|MAIL|RCPT|DATA|\.)(?= |:|$)|^Subject(?=:)/.exec(line)?.[0];
        if (word && (word !== "Subject" || replies.Subject !== undefined)) say(word);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  sink = {
    port: 0,
    url: "",
    taken: [],
    keep: async () => {},
    hangUp: () => {},
    close: async () => void server.close(),
  };
  const { port } = server.address() as AddressInfo;
  return { host: "127.0.0.1", port, secure: false, from: "hello@store.example.com" };
}

const GREETING = { connect: "220 hello", DATA: "354 go on" };

test.each([
  ["before the greeting", { connect: null }, "later"],
  ["with a greeting that refuses", { connect: "554 go away" }, "later"],
  ["at the recipient", { RCPT: null }, "later"],
  ["at DATA", { DATA: null }, "later"],
  ["in the middle of the content", { Subject: null }, "unknown"],
  ["after the content", { ".": null }, "unknown"],
  ["after the content, with a word", { ".": "421 shutting down" }, "later"],
] as const)("classifies a connection that ends %s", async (_, replies, kind) => {
  const reached = await scripted({ ...GREETING, ...replies });
  expect((await failure(smtpSend(reached, mail))).kind).toBe(kind);
});

test("classifies a missing server as later", async () => {
  const reached = await server();
  await sink.close();
  expect((await failure(smtpSend(reached, mail))).kind).toBe("later");
});

test("signs in with the login, and fails without one", async () => {
  const reached = await server({
    authOptional: false,
    onAuth: ({ username, password }, _, done) =>
      password === "right" ? done(null, { user: username }) : done(refusal(535, "5.7.8 Wrong")),
  });
  const login = { user: "hello", password: "right" };
  await smtpVerify({ ...reached, login });
  await smtpSend({ ...reached, login }, mail);
  expect(sink.taken).toHaveLength(1);
  const wrong = { ...reached, login: { user: "hello", password: "wrong" } };
  expect((await failure(smtpVerify(wrong))).kind).toBe("credentials");
  expect((await failure(smtpSend(wrong, mail))).kind).toBe("credentials");
  expect((await failure(smtpSend(reached, mail))).kind).toBe("credentials");
});

test("a server without AUTH hasn't accepted the login", async () => {
  const reached = await scripted({ ...GREETING, AUTH: "503 not here" });
  const login = { user: "hello", password: "right" };
  expect((await failure(smtpVerify({ ...reached, login }))).kind).toBe("credentials");
});

test("requires TLS for other machines", async () => {
  const { port } = await server();
  const elsewhere = {
    host: "mail.example.com",
    ip: "::ffff:127.0.0.1",
    port,
    secure: false,
    from: "a@example.com",
  };
  expect((await failure(smtpSend(elsewhere, mail))).kind).toBe("later");
  expect(sink.taken).toEqual([]);
});
