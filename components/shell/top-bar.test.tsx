import { act, fireEvent, render, screen } from "@testing-library/react";
import { SearchBox } from "./top-bar.tsx";

let search = "";
let pathname = "/dashboard/contacts";
const setSearch = jest.fn();
jest.mock("next/navigation", () => ({ usePathname: () => pathname }));
jest.mock("./use-search.ts", () => ({ useSearch: () => [search, setSearch] }));

beforeEach(() => {
  pathname = "/dashboard/contacts";
  setSearch.mockClear();
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

test("prefers a followed link to text that was just typed", () => {
  render(
    <>
      <SearchBox />
      <a href="#main">
        <span>Amara</span>
      </a>
    </>,
  );
  const type = (text: string) => fireEvent.change(screen.getByRole("searchbox"), { target: { value: text } });
  type("oka");
  fireEvent.click(screen.getByText("Amara"));
  act(() => jest.advanceTimersByTime(100));
  expect(setSearch).not.toHaveBeenCalled();
  type("okaf");
  fireEvent.click(document.body);
  act(() => jest.advanceTimersByTime(100));
  expect(setSearch).toHaveBeenLastCalledWith("okaf");
});

test("sends late text to the next list", () => {
  const { rerender } = render(<SearchBox />);
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "ring" } });
  act(() => jest.advanceTimersByTime(100));
  pathname = "/dashboard/sales";
  rerender(<SearchBox />);
  act(() => jest.advanceTimersByTime(100));
  expect(setSearch).toHaveBeenCalledTimes(2);
  expect(setSearch).toHaveBeenLastCalledWith("ring");
});

test("keeps keys typed before the URL changes, and follows Back", () => {
  const { rerender } = render(<SearchBox />);
  const box = screen.getByRole<HTMLInputElement>("searchbox");
  const type = (text: string) => fireEvent.change(box, { target: { value: text } });
  type("ok");
  act(() => jest.advanceTimersByTime(100));
  expect(setSearch).toHaveBeenLastCalledWith("ok");

  type("oka");
  expect(box.value).toBe("oka");
  search = "ok";
  rerender(<SearchBox />);
  expect(box.value).toBe("oka");
  act(() => jest.advanceTimersByTime(100));
  expect(setSearch).toHaveBeenLastCalledWith("oka");
  search = "oka";
  rerender(<SearchBox />);

  search = "";
  rerender(<SearchBox />);
  expect(box.value).toBe("");
  act(() => jest.advanceTimersByTime(100));
  expect(setSearch).toHaveBeenCalledTimes(2);
});
