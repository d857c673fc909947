import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FormProvider, useForm } from "react-hook-form";
import { SWRConfig } from "swr";
import { ContactFields } from "./contact-fields.tsx";

jest.mock("next/navigation", () => ({ useRouter: () => ({ prefetch: () => {} }) }));

const angus = {
  id: "c-1",
  firstName: "Angus",
  lastName: "MacLeod",
  email: "Angus@Example.com",
  phoneNumber: "(415) 555-0134",
  addresses: [{ id: "a-1", kind: "WORK", address: "angus@work.example", version: 1, blocked: null }],
};
let asked: string[] = [];
let near: string[] = [];
let saved: Promise<void>;

beforeEach(() => {
  asked = [];
  near = [];
  Object.assign(globalThis, {
    fetch: async (url: string) => {
      if (url.startsWith("/api/v1/users/me")) return Response.json({ id: "u-1", timezone: "UTC" });
      if (url.startsWith("/api/v1/duplicates/near")) {
        near.push(url.split("?")[1] ?? "");
        return Response.json([{ id: "c-1", name: "Angus MacLeod" }]);
      }
      asked.push(new URL(url, "http://app").searchParams.get("search") ?? "");
      // A host without search returns everyone.
      return Response.json([{ ...angus, id: "c-2", email: "langus@example.com", phoneNumber: "" }, angus]);
    },
  });
});

type Props = Parameters<typeof ContactFields>[0];

const empty = { firstName: "", lastName: "", email: "", phoneNumber: "", birthday: "", anniversary: "" };

function Form({ values, ...props }: Props & { values: Partial<typeof empty> }) {
  const form = useForm({ defaultValues: { ...empty, ...values } });
  return (
    <FormProvider {...form}>
      <form onSubmit={form.handleSubmit(() => saved)}>
        <ContactFields {...props} />
        <button type="submit">Save</button>
      </form>
    </FormProvider>
  );
}

function show(props: Partial<Props> = {}, values: Partial<typeof empty> = {}) {
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Form values={values} complete={false} {...props} />
    </SWRConfig>,
  );
}

test("links who already has the email or number", async () => {
  show();
  await userEvent.type(screen.getByLabelText("Email"), "angus@example.com");
  const link = await screen.findByRole("link", { name: "Open Angus MacLeod" });
  expect(link.getAttribute("href")).toBe("/dashboard/contacts/profile/c-1");
  expect(screen.getByText(/has this email/).textContent).toBe("Angus MacLeod has this email: open");
  expect(asked).toEqual(["angus@example.com"]);
  await userEvent.type(screen.getByLabelText("Email"), "x");
  await waitFor(() => expect(screen.queryByRole("link")).toBeNull());
  await userEvent.type(screen.getByLabelText("Phone number"), "4155550134");
  expect((await screen.findByText(/has this number/)).textContent).toBe(
    "Angus MacLeod has this number: open",
  );
});

test("links who has the typed email as a further one", async () => {
  show({ complete: true });
  await userEvent.type(screen.getByLabelText("Email"), "Angus@Work.example");
  expect((await screen.findByText(/has this email/)).textContent).toBe("Angus MacLeod has this email: open");
});

test("shows no hint for the contact's own email", async () => {
  show({ contactId: "c-1" }, { email: "angus@example.com" });
  await userEvent.type(screen.getByLabelText("Email"), "{Backspace}m");
  await userEvent.clear(screen.getByLabelText("Email"));
  await userEvent.type(screen.getByLabelText("Email"), "ANGUS@example.com");
  await waitFor(() => expect(asked).toEqual(["ANGUS@example.com"]));
  expect(screen.queryByText(/has this email/)).toBeNull();
});

test("requires only email or number with a complete host", async () => {
  const required = () =>
    ["Last name", "Email", "Phone number"].map((label) => screen.getByLabelText(label).ariaRequired);
  show();
  await waitFor(() => expect(screen.getByLabelText("First name")).toBeTruthy());
  expect(required()).toEqual(["true", "true", "true"]);
  expect(screen.queryByText(/Enter an email or a phone number/)).toBeNull();
  cleanup();
  show({ complete: true });
  expect(await screen.findByText("Enter an email or a phone number.")).toBeTruthy();
  expect(required()).toEqual([null, null, null]);
});

test("continues a sale with the found contact", async () => {
  const onUse = jest.fn();
  show({ onUse });
  await userEvent.type(screen.getByLabelText("Email"), "angus@example.com");
  await userEvent.click(await screen.findByRole("button", { name: "use this contact" }));
  expect(onUse).toHaveBeenCalledWith({ id: "c-1", name: "Angus MacLeod" });
});

test("doesn't report the contact being saved as a duplicate", async () => {
  jest.useFakeTimers();
  let refuse = () => {};
  saved = new Promise((done) => {
    refuse = done;
  });
  show();
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  await user.type(screen.getByLabelText("Email"), "angus@example.com{Enter}");
  await act(() => jest.advanceTimersByTimeAsync(1_000));
  expect(asked).toEqual([]);
  jest.useRealTimers();
  refuse();
  await screen.findByRole("link", { name: "Open Angus MacLeod" });
});

test("suggests contacts with a similar name", async () => {
  show();
  await userEvent.type(screen.getByLabelText("First name"), "Angus");
  await userEvent.type(screen.getByLabelText("Last name"), "McLeod");
  await userEvent.type(screen.getByLabelText("Email"), "angus@example.com");
  await screen.findByRole("link", { name: "Open Angus MacLeod" });
  expect(near).toEqual([]);
  cleanup();

  show({ complete: true });
  await userEvent.type(screen.getByLabelText("First name"), "Angus");
  await userEvent.type(screen.getByLabelText("Last name"), "McLeod");
  const said = await screen.findByText(/already exists/);
  expect(said.textContent).toBe("Angus MacLeod already exists: open");
  expect(near).toEqual(["firstName=Angus&lastName=McLeod"]);
  await userEvent.type(screen.getByLabelText("Email"), "angus@example.com");
  await screen.findByText(/has this email/);
  expect(screen.queryByText(/already exists/)).toBeNull();
  cleanup();

  near = [];
  show({ complete: true, contactId: "c-1" }, { firstName: "Angus" });
  await userEvent.type(screen.getByLabelText("Last name"), "McLeod");
  await userEvent.type(screen.getByLabelText("Email"), "new@example.com");
  await waitFor(() => expect(asked).toContain("new@example.com"));
  expect(near).toEqual([]);
});
