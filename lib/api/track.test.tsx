import { act, renderHook, waitFor } from "@testing-library/react";
import { useAct } from "./use-act.ts";

const EVENTS = "https://events.example.com";

let sent: { url: string; body: string }[];
let status: number;

beforeEach(() => {
  [sent, status] = [[], 200];
  Object.assign(globalThis, {
    fetch: async (url: string, init: RequestInit) => {
      sent.push({ url: String(url), body: String(init.body) });
      const own = String(url).startsWith("/");
      return new Response(own ? '{"id":"p-1","message":"Zoë is taken"}' : "{}", {
        status: own ? status : 200,
      });
    },
  });
  window.history.replaceState(null, "", "/dashboard/contacts/profile/contact-one?q=zoe%40example.com");
});

const requests = () => sent.filter(({ url }) => url.startsWith(EVENTS));
const events = () => requests().flatMap(({ body }) => JSON.parse(body).batch as unknown[]);

function configure() {
  document.head.innerHTML = `<meta name="analytics" content='{"key":"phc_test","url":"${EVENTS}"}'>`;
}

async function createProduct() {
  const { result } = renderHook(() => useAct("products.create"));
  await act(() => result.current.act({ body: { name: "Zoë's rings", description: "zoe@example.com" } }));
}

test("loads and sends nothing without a key", async () => {
  await createProduct();
  expect(sent.map(({ url }) => url)).toEqual(["/api/v1/product-categories/createProductCategory"]);
});

test("reports outcomes without contents, ids and addresses", async () => {
  configure();
  await createProduct();
  await waitFor(() => expect(events()).toHaveLength(1));
  status = 409;
  await createProduct();
  await waitFor(() => expect(events()).toHaveLength(2));
  const properties = {
    token: "phc_test",
    distinct_id: expect.any(String),
    $process_person_profile: false,
    $geoip_disable: true,
    $ip: "0.0.0.0",
  };
  const rest = { uuid: expect.any(String), timestamp: expect.any(String) };
  expect(events()).toEqual([
    { ...rest, event: "products.create", properties: { ...properties, outcome: "success" } },
    { ...rest, event: "products.create", properties: { ...properties, outcome: "failure", status: 409 } },
  ]);
  expect(JSON.stringify(requests())).not.toMatch(/zoë|zoe|rings|contact/i);
  expect([document.cookie, localStorage.length, sessionStorage.length]).toEqual(["", 0, 0]);
});

test("ignores an unreachable service", async () => {
  configure();
  const reached = globalThis.fetch;
  Object.assign(globalThis, {
    fetch: async (url: string, init: RequestInit) => {
      const answer = await reached(url, init);
      if (String(url).startsWith(EVENTS)) throw new TypeError("blocked");
      return answer;
    },
  });
  const { result } = renderHook(() => useAct("products.delete"));
  const outcome = await act(() => result.current.act({ params: { id: "p-1" } }));
  expect(outcome).toMatchObject({ ok: true });
  await waitFor(() => expect(requests().length).toBeGreaterThan(0));
});
