import { once } from "node:events";
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createDrain, drainOf } from "./drain.ts";

async function served() {
  const waiting: ServerResponse[] = [];
  const server = createServer((request, answer) => {
    if (request.url === "/slow") waiting.push(answer);
    else answer.end("served");
  });
  const order = createDrain(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const agent = new Agent({ keepAlive: true });
  const ask = async (path: string) => {
    const { port } = server.address() as AddressInfo;
    const [answer] = (await once(get({ port, host: "127.0.0.1", path, agent }), "response")) as [
      IncomingMessage,
    ];
    await answer.toArray();
    return [answer.statusCode, answer.headers.connection];
  };
  return { server, order, waiting, ask };
}

test("a draining host serves all requests and closes connections", async () => {
  const { server, order, waiting, ask } = await served();
  expect([order.isEnding(), await ask("/")]).toEqual([false, [200, "keep-alive"]]);
  const slow = ask("/slow");
  while (waiting.length === 0) await new Promise(setImmediate);
  let isOver = false;
  const ended = order.end(300).then(() => {
    isOver = true;
  });
  expect([order.isEnding(), await ask("/"), await ask("/")]).toEqual([true, [200, "close"], [200, "close"]]);
  while (server.listening) await new Promise((resolve) => setTimeout(resolve, 5));
  await expect(ask("/")).rejects.toThrow();
  expect(isOver).toBe(false);
  waiting[0]?.end("late");
  expect(await slow).toEqual([200, "close"]);
  await ended;
});

test("closes an earlier answer's connection after its answer", async () => {
  const { order, waiting, ask } = await served();
  const slow = ask("/slow");
  while (waiting.length === 0) await new Promise(setImmediate);
  waiting[0]?.write("begun");
  const ended = order.end(0);
  waiting[0]?.end();
  expect(await slow).toEqual([200, "keep-alive"]);
  await ended;
});

test("the drain time is a whole number of seconds", () => {
  expect([drainOf(), drainOf(""), drainOf("5")]).toEqual([0, 0, 5000]);
  for (const wrong of ["-1", "1.5", "61", "soon"]) expect(() => drainOf(wrong)).toThrow("DRAIN_SECONDS");
});
