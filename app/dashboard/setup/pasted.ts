export type Person = { firstName: string; lastName: string; email: string };

export function readPeople(text: string): Person[] {
  return text.split(/[\n\r;]+/).flatMap((line) => {
    const words = line.split(/[\s,<>"()]/).filter(Boolean);
    const email = words.find((word) => word.indexOf("@") > 0);
    const [firstName = "", ...rest] = words.filter((word) => word !== email);
    return email ? [{ firstName, lastName: rest.join(" "), email }] : [];
  });
}
