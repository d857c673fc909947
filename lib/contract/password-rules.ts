/** The five points of SPEC.md's strength meter, without zod for first views. */
export const passwordRules = [
  { label: "8 or more characters", message: "Password must be at least 8 characters", test: /^.{8,}$/s },
  {
    label: "an uppercase letter",
    message: "Password must contain at least one uppercase letter",
    test: /\p{Lu}/u,
  },
  {
    label: "a lowercase letter",
    message: "Password must contain at least one lowercase letter",
    test: /\p{Ll}/u,
  },
  { label: "a number", message: "Password must contain at least one number", test: /\d/ },
  {
    label: "a special character",
    message: "Password must contain at least one special character",
    test: /[^\p{L}\p{N}\s]/u,
  },
] as const;
