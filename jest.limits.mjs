// jest-light-runner has no time limits. With them, a hanging test fails and the others still run.
const { setTimeout: later, clearTimeout: forget, test } = globalThis;

// Shared by all files of this process, so a file can only raise it.
let limit = 60_000;
jest.setTimeout = (ms) => {
  limit = Math.max(limit, ms);
  return jest;
};

function within(run, ms = 0) {
  return async (...values) => {
    const most = Math.max(limit, ms);
    let timer;
    const late = new Promise((_, reject) => {
      timer = later(() => reject(new Error(`not done after ${most} ms`)), most);
    });
    try {
      return await Promise.race([run(...values), late]);
    } finally {
      forget(timer);
    }
  };
}

const limited = (register) => (name, run, ms) => register(name, within(run, ms));
globalThis.test = Object.assign(limited(test), {
  only: limited(test.only),
  each: (...table) => limited(test.each(...table)),
});
for (const hook of ["beforeAll", "beforeEach", "afterAll", "afterEach"]) {
  const register = globalThis[hook];
  globalThis[hook] = (run, ms) => register(within(run, ms));
}
