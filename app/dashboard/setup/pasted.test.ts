import { readPeople } from "./pasted.ts";

test("reads names and addresses from a pasted list", () => {
  const text = `Tom Finch <tom@store.example>; "Lena" Ortiz, lena@store.example
Maya\tvan den Berg\tmaya@store.example\r\n\njonas@store.example\nno address`;
  expect(readPeople(text)).toEqual([
    { firstName: "Tom", lastName: "Finch", email: "tom@store.example" },
    { firstName: "Lena", lastName: "Ortiz", email: "lena@store.example" },
    { firstName: "Maya", lastName: "van den Berg", email: "maya@store.example" },
    { firstName: "", lastName: "", email: "jonas@store.example" },
  ]);
});
