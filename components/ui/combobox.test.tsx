import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentProps } from "react";
import { FormProvider, useForm } from "react-hook-form";
import * as z from "zod/mini";
import { formResolver } from "#lib/form-resolver.ts";
import { type List, wholeList } from "#lib/list.ts";
import { Combobox, type Option } from "./combobox.tsx";

const amara = { id: "1", name: "Amara Okafor" };
const listOf = (...rows: Option[]) =>
  wholeList(rows, { error: undefined, isValidating: false, mutate: () => {} });
const answered = listOf(amara);

const required = formResolver(async () => z.object({ contact: z.object({ id: z.string() }, "Required") }));

type Props = Partial<ComponentProps<typeof Combobox>> & { contact: Option | null; list: List<Option> };

function Form({ contact, list, ...props }: Props) {
  const form = useForm({ defaultValues: { contact }, resolver: required });
  return (
    <FormProvider {...form}>
      <Combobox name="contact" label="Contact" useOptions={() => list} {...props} />
      <output aria-label="chosen">{form.watch("contact")?.id ?? "none"}</output>
      <button type="button" onClick={() => form.trigger("contact")}>
        Save
      </button>
    </FormProvider>
  );
}

test("keeps the choice on Escape in a closed combobox", async () => {
  render(<Form contact={amara} list={answered} />);
  screen.getByRole("combobox").focus();
  await userEvent.keyboard("{Escape}");
  expect(screen.getByRole<HTMLInputElement>("combobox").value).toBe("Amara Okafor");
  expect(screen.getAllByRole("status").map((output) => output.textContent)).toContain("1");
});

test("shows fitting rows of the last search while the next one runs", async () => {
  const list = listOf(amara, { id: "2", name: "Zoë Müller" }, { id: "3", name: "Bea Amarante" });
  const { rerender } = render(<Form contact={null} list={{ ...list, busy: true }} />);
  await userEvent.type(screen.getByRole("combobox"), "amar");
  const names = () => screen.getAllByRole("option").map((option) => option.textContent);
  expect(names()).toEqual(["Amara Okafor", "Bea Amarante"]);
  await userEvent.type(screen.getByRole("combobox"), "x");
  expect(names()).toHaveLength(3);
  rerender(<Form contact={null} list={listOf({ id: "4", name: "Amarx" })} />);
  expect(names()).toEqual(["Amarx"]);
});

test("takes a highlighted option while a search runs", async () => {
  const list = { ...listOf(amara, { id: "3", name: "Bea Amarante" }), busy: true };
  const { rerender } = render(<Form contact={null} list={list} />);
  await userEvent.type(screen.getByRole("combobox"), "amar{ArrowDown}{Enter}");
  expect(screen.getByLabelText("chosen").textContent).toBe("3");
  rerender(<Form contact={null} list={answered} />);
  expect(screen.getByLabelText("chosen").textContent).toBe("3");
});

test("reports a failed read without rows of another search", async () => {
  const retry = jest.fn();
  const failed = { ...answered, failure: "down", retry };
  const { rerender } = render(<Form contact={null} list={failed} />);
  await userEvent.type(screen.getByRole("combobox"), "zo");
  expect(screen.getByText("Could not load.")).toBeTruthy();
  expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual(["Try again"]);
  await userEvent.keyboard("{ArrowDown}{Enter}");
  expect(retry).toHaveBeenCalledTimes(1);
  await userEvent.click(screen.getByRole("option", { name: "Try again" }));
  expect(retry).toHaveBeenCalledTimes(2);
  expect(screen.getByRole<HTMLInputElement>("combobox").value).toBe("zo");

  rerender(<Form contact={null} list={answered} />);
  expect(screen.getByRole("option", { name: "Amara Okafor" })).toBeTruthy();
});

test("loads more within 100 pixels of the end", async () => {
  const loadMore = jest.fn();
  render(<Form contact={null} list={{ ...answered, more: true, loadMore }} />);
  await userEvent.click(screen.getByRole("combobox"));
  const menu = screen.getByRole("listbox");
  Object.defineProperties(menu, { scrollHeight: { value: 1000 }, clientHeight: { value: 240 } });
  for (const [left, calls] of [
    [500, 0],
    [101, 0],
    [99, 1],
  ]) {
    fireEvent.scroll(menu, { target: { scrollTop: 760 - (left ?? 0) } });
    expect(loadMore).toHaveBeenCalledTimes(calls ?? 0);
  }
});

test("loads more at the end, but not after a failure", async () => {
  const at = (more: Partial<List<Option>>) => (
    <Form contact={null} list={{ ...answered, more: true, ...more }} />
  );
  const { rerender } = render(at({ busy: true, loadMore: () => {} }));
  await userEvent.click(screen.getByRole("combobox"));
  const menu = screen.getByRole("listbox");
  Object.defineProperties(menu, { scrollHeight: { value: 1000 }, clientHeight: { value: 240 } });
  fireEvent.scroll(menu, { target: { scrollTop: 760 } });
  const [loadMore, again] = [jest.fn(), jest.fn()];
  rerender(at({ loadMore }));
  expect(loadMore).toHaveBeenCalledTimes(1);
  rerender(at({ loadMore: again, failure: "down" }));
  expect(again).not.toHaveBeenCalled();
});

const names = () => screen.getAllByRole("option").map((option) => option.textContent);

test("suggests entries, and offers what is typed", async () => {
  const onCreate = jest.fn();
  const suggestions = { hint: "Nothing yet.", names: ["Services", "Repairs"] };
  const list = listOf();
  render(<Form contact={null} list={list} createLabel="Create category" {...{ onCreate, suggestions }} />);
  await userEvent.click(screen.getByRole("combobox"));
  expect(screen.getByText("Nothing yet.")).toBeTruthy();
  expect(names()).toEqual(["Create category “Services”", "Create category “Repairs”"]);
  await userEvent.click(screen.getByRole("option", { name: /Repairs/ }));
  expect(onCreate).toHaveBeenCalledWith("Repairs");
  await userEvent.type(screen.getByRole("combobox"), " Rings ");
  expect(names()).toEqual(["Create category “Rings”"]);
});

test("doesn't offer to create a duplicate of a unique name", async () => {
  const list = listOf(amara, { id: "2", name: "Amara", detail: "2 of 2" });
  render(<Form contact={null} list={list} createLabel="Create" unique />);
  await userEvent.type(screen.getByRole("combobox"), "AMARA");
  expect(names()).toEqual(["Amara Okafor", "Amara2 of 2"]);
  await userEvent.type(screen.getByRole("combobox"), "n");
  expect(names()).toContain("Create “AMARAn”");
});

const amaras = listOf({ id: "2", name: "Amara Brown" }, { id: "1", name: "Amara Okafor" });
const chosen = () => screen.getByRole("status", { name: "chosen" }).textContent;
const box = () => screen.getByRole<HTMLInputElement>("combobox");
const answer = () => waitFor(() => expect(screen.queryByText("Loading…")).toBeNull());

test.each(["{Enter}", "{Tab}"])(
  "%s chooses the highlighted first match, before the answer and after it",
  async (key) => {
    render(<Form contact={null} list={amaras} />);
    await userEvent.type(box(), `amara${key}`);
    await waitFor(() => expect(chosen()).toBe("2"));
    expect(box().value).toBe("Amara Brown");
    expect(screen.queryByRole("listbox")).toBeNull();
    await userEvent.clear(box());
    expect(chosen()).toBe("none");
    await userEvent.type(box(), "a");
    await answer();
    await userEvent.keyboard(`{ArrowDown}${key}`);
    expect(chosen()).toBe("1");
  },
);

test("neither chooses nor creates on Tab without typing", async () => {
  const onCreate = jest.fn();
  render(<Form contact={null} list={listOf()} createLabel="Create" onCreate={onCreate} />);
  await userEvent.click(box());
  await userEvent.tab();
  await userEvent.type(box(), "zo");
  await answer();
  await userEvent.tab();
  expect(onCreate).not.toHaveBeenCalled();
  expect(box().value).toBe("zo");
});

test("chooses exactly the typed name on an outside press", async () => {
  render(<Form contact={null} list={amaras} />);
  await userEvent.type(box(), "amara");
  await userEvent.click(document.body);
  await userEvent.type(box(), " okafor");
  expect(chosen()).toBe("none");
  await userEvent.click(document.body);
  await waitFor(() => expect(chosen()).toBe("1"));
});

test("doesn't report text that matches nothing as missing", async () => {
  render(<Form contact={null} list={amaras} />);
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Required")).toBeTruthy();
  await userEvent.type(box(), "zoe");
  expect(screen.getByText("Choose one from the list")).toBeTruthy();
  expect(screen.queryByText("Required")).toBeNull();
});
