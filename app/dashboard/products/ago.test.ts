import { formatAgo } from "#app/dashboard/products/screen.tsx";

const today = { year: 2026, month: 3, day: 1 };

test.each([
  [2026, 3, 2, "today"],
  [2026, 3, 1, "today"],
  [2026, 2, 28, "yesterday"],
  [2026, 2, 23, "6 days ago"],
  [2026, 2, 22, "1 week ago"],
  [2026, 2, 2, "3 weeks ago"],
  [2026, 2, 1, "1 month ago"],
  [2025, 12, 2, "2 months ago"],
  [2025, 12, 1, "3 months ago"],
  [2025, 3, 2, "11 months ago"],
  [2025, 3, 1, "1 year ago"],
  [2024, 3, 2, "2 years ago"],
  [2023, 3, 1, "3 years ago"],
])("%i-%i-%i is %s", (year, month, day, text) => {
  expect(formatAgo({ year, month, day }, today)).toBe(text);
});
