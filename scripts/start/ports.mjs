import { once } from "node:events";
import net from "node:net";
import { Trouble } from "../setup/run.mjs";

export async function checkPort(variable, port, host, command) {
  if (await isBlocked(port)) {
    let other = port + 1;
    while (await isBlocked(other)) other++;
    throw new Trouble(
      `Browsers block port ${port} (${variable}), because other services use it. Choose another: ${variable}=${other} ${command}`,
    );
  }
  try {
    await listen(port, host);
  } catch (error) {
    if (error.code === "EADDRINUSE") {
      throw new Trouble(
        `Port ${port} (${variable}) is taken. Stop the other program, or choose another port: ${variable}=${port + 1} ${command}`,
      );
    }
    throw new Trouble(`Cannot listen on port ${port} of ${host} (${variable}): ${error.message}`);
  }
}

/** Browsers and fetch refuse some ports without connecting. */
async function isBlocked(port) {
  const refused = await fetch(`http://127.0.0.1:${port}`, { signal: AbortSignal.timeout(1) }).catch(
    ({ cause }) => cause?.message === "bad port",
  );
  return refused === true;
}

export async function freePorts(count) {
  return Promise.all(Array.from({ length: count }, () => listen(0, "127.0.0.1")));
}

async function listen(port, host) {
  const server = net.createServer().listen(port, host);
  await once(server, "listening");
  const chosen = server.address().port;
  server.close();
  await once(server, "close");
  return chosen;
}
