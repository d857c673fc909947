// What a rule is made of (SPEC.md section 9). Free of schemas: screens that only show rules need none.

export const triggerTypes = ["TIME_BASED", "DATE_BASED", "EVENT_BASED"] as const;
export const conditionTypes = ["DATE", "NUMERIC", "STRING"] as const;
export const conditionFields = {
  "Contact.birthday": "DATE",
  "Contact.anniversary": "DATE",
  "Contact.lastContactedAt": "DATE",
  "Purchase.cost": "NUMERIC",
  "Contact.name": "STRING",
  "Contact.email": "STRING",
} as const;
export const operations = ["EQUALS", "GREATER_THAN", "LESS_THAN"] as const;
export const units = ["DAYS"] as const;
export const actionTypes = ["SEND_EMAIL"] as const;

/** The longest that a DATE condition looks ahead or back, in days. */
export const MAX_DAYS = 3650;
