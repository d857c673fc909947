import { once } from "node:events";
import net, { type Socket } from "node:net";
import { Transform } from "node:stream";
import { freePorts } from "#scripts/start/ports.mjs";

/** In ms. */
export const ROUND_TRIP = 300;
/** A lost packet comes again after this time (ms), and what follows waits for it. */
const RETRANSMISSION = 300;
const LOST = 0.01;

type SlowNetwork = { origin: string; connect: (port: number) => void; stop: () => void };

/** A port through which the browser reaches the web app late. Every hundredth piece gets lost, the same in each run. */
export async function slowNetwork(): Promise<SlowNetwork> {
  const [port = 0] = await freePorts(1);
  let target = 0;
  let pieces = 0;
  const sockets = new Set<Socket>();
  const late = () => delayed(() => ROUND_TRIP / 2 + (++pieces % (1 / LOST) === 0 ? RETRANSMISSION : 0));
  const server = net.createServer((near) => {
    const far = net.connect(target, "127.0.0.1");
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true);
      from.on("error", () => to.destroy());
      from.on("close", () => sockets.delete(from));
      from.pipe(late()).pipe(to);
    }
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${port}`,
    connect: (to) => {
      target = to;
    },
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function delayed(delay: () => number): Transform {
  const queue: (() => void)[] = [];
  let last = 0;
  const inOrder = (run: () => void) => {
    queue.push(run);
    last = Math.max(last, performance.now() + delay());
    // Timers may fire in another order.
    setTimeout(() => queue.shift()?.(), last - performance.now());
  };
  return new Transform({
    highWaterMark: 16 * 2 ** 20,
    transform(piece, _, done) {
      inOrder(() => this.push(piece));
      done();
    },
    flush(done) {
      inOrder(done);
    },
  });
}
