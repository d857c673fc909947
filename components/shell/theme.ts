export type Theme = "light" | "dark" | "system";

export function currentTheme(): Theme {
  const stored = localStorage.getItem("theme");
  return stored === "light" || stored === "dark" ? stored : "system";
}

export function setTheme(theme: Theme): void {
  if (theme === "system") localStorage.removeItem("theme");
  else localStorage.setItem("theme", theme);
  const dark = theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.classList.toggle("dark", dark);
}

export function toggleTheme(): void {
  setTheme(document.documentElement.classList.contains("dark") ? "light" : "dark");
}

export function toggleSidebar(): void {
  const folded = document.documentElement.classList.toggle("rail");
  localStorage.setItem("sidebar", folded ? "rail" : "wide");
}
