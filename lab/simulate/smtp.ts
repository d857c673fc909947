import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import { Duplex } from "node:stream";
import type { Random } from "#server/platform/db/random.ts";
import { currentOwner, now, type Owner } from "./machine.ts";

export type Delivered = {
  at: number;
  to: string;
  messageId: string;
  subject: string;
  unsubscribe: string;
};

/** What the server does with a connection. `lost`: it takes the email, and the connection breaks before its answer. */
export type Mood = "accept" | "greeting" | "later" | "bounce" | "refuse" | "lost" | "cut" | "silent";

type Answers = {
  choose: (to: string) => Mood;
  deliver: (mail: Delivered, from: Owner | undefined) => void;
};

export function startMailServer(random: Random, answers: Answers): void {
  const connect = (_options: unknown, connected?: () => void) => {
    const socket = new Line(random, answers, currentOwner());
    if (connected) socket.once("connect", connected);
    return socket;
  };
  Object.assign(net, { connect, createConnection: connect });
  syncBuiltinESMExports();
}

class Line extends Duplex {
  #random: Random;
  #answers: Answers;
  #owner: Owner | undefined;
  #typed = "";
  #to = "";
  #mood: Mood = "accept";
  #isContent = false;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #idleMs = 0;
  remoteAddress = "127.0.0.1";
  localAddress = "127.0.0.1";

  constructor(random: Random, answers: Answers, owner: Owner | undefined) {
    super();
    this.#random = random;
    this.#answers = answers;
    this.#owner = owner;
    this.#later(() => {
      this.emit("connect");
      this.#mood = random.chance(0.98) ? "accept" : "greeting";
      this.#say(
        this.#mood === "greeting" ? "421 4.3.2 Too busy, come back later" : "220 mx.example.net ESMTP",
      );
    });
  }

  #later(work: () => void): void {
    setTimeout(
      () => {
        if (!this.destroyed && !this.#owner?.isDead) work();
      },
      this.#random.between(1, 40),
    );
  }

  #say(text: string): undefined {
    this.#later(() => {
      this.#stir();
      this.push(`${text}\r\n`);
    });
  }

  #stir(): void {
    clearTimeout(this.#idle);
    if (this.#idleMs > 0) this.#idle = setTimeout(() => this.emit("timeout"), this.#idleMs);
  }

  override _write(chunk: Buffer, _encoding: unknown, done: () => void): void {
    this.#typed += chunk.toString("utf8");
    this.#stir();
    done();
    for (let end = this.#end(); end >= 0; end = this.#end()) {
      const text = this.#typed.slice(0, end);
      this.#typed = this.#typed.slice(end + (this.#isContent ? 5 : 2));
      if (this.#isContent) this.#take(text);
      else this.#hear(text);
    }
  }

  #end(): number {
    return this.#typed.indexOf(this.#isContent ? "\r\n.\r\n" : "\r\n");
  }

  #hear(line: string): undefined {
    const [, verb = ""] = /^(\w+)/.exec(line.toUpperCase()) ?? [];
    if (verb === "EHLO") return this.#say("250-mx.example.net\r\n250 SMTPUTF8");
    if (verb === "MAIL") return this.#say("250 2.1.0 Ok");
    if (verb === "RCPT") {
      this.#to = /<([^>]*)>/.exec(line)?.[1] ?? "";
      this.#mood = this.#answers.choose(this.#to);
      const said = { later: "451 4.7.1 Greylisted, try again later", bounce: "550 5.1.1 No such user here" };
      return this.#say(said[this.#mood as keyof typeof said] ?? "250 2.1.5 Ok");
    }
    if (verb === "DATA") {
      if (this.#mood === "refuse") return this.#say("554 5.7.1 Message refused as spam");
      this.#isContent = true;
      return this.#say("354 Go ahead");
    }
    if (verb === "QUIT") this.#say("221 2.0.0 Bye");
    else this.#say("250 2.0.0 Ok");
  }

  #take(raw: string): void {
    this.#isContent = false;
    if (this.#mood === "cut") return void this.destroy();
    if (this.#mood !== "silent" || this.#random.chance(0.5))
      this.#answers.deliver(mailIn(raw, this.#to), this.#owner);
    if (this.#mood === "lost") return void this.destroy();
    if (this.#mood !== "silent") this.#say("250 2.0.0 Ok: queued");
  }

  override _read(): void {}
  override _final(done: () => void): void {
    this.push(null);
    done();
  }
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#idle);
    done(error);
  }
  setTimeout(ms: number): this {
    this.#idleMs = ms;
    this.#stir();
    return this;
  }
  setKeepAlive = () => this;
  setNoDelay = () => this;
  ref = () => this;
  unref = () => this;
}

function mailIn(raw: string, to: string): Delivered {
  const head = raw.slice(0, raw.indexOf("\r\n\r\n")).replace(/\r\n[ \t]+/g, " ");
  const header = (name: string) => new RegExp(`^${name}: *(.*)$`, "im").exec(head)?.[1]?.trim() ?? "";
  return {
    at: now(),
    to,
    messageId: header("Message-ID"),
    subject: header("Subject"),
    unsubscribe: header("List-Unsubscribe").replace(/[<>]/g, ""),
  };
}
