import type { AddressInfo, Socket } from "node:net";
import type { Readable } from "node:stream";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

type Taken = { to: string; raw: Buffer; mail: Email };
export type Sink = {
  port: number;
  url: string;
  taken: Taken[];
  keep: (stream: Readable, to: string) => Promise<void>;
  hangUp: () => void;
  close: () => Promise<void>;
};

export async function startSink(options: SMTPServerOptions = {}, port = 0): Promise<Sink> {
  const taken: Taken[] = [];
  const keep = async (stream: Readable, to: string) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    const raw = Buffer.concat(chunks);
    taken.push({ to, raw, mail: await PostalMime.parse(raw) });
  };
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    authOptional: true,
    allowInsecureAuth: true,
    onData: (stream, { envelope }, done) => {
      keep(stream, envelope.rcptTo[0]?.address ?? "").then(() => done(), done);
    },
    ...options,
  });
  server.on("error", () => {});
  const sockets = new Set<Socket>();
  server.server.on("connection", (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const { port: bound } = server.server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(resolve));
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  return { port: bound, url: `smtp://127.0.0.1:${bound}`, taken, keep, hangUp, close };
}

export function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
