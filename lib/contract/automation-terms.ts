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
/** CREATE_TASK: where the host has `automations.tasks`. */
export const actionTypes = ["SEND_EMAIL", "CREATE_TASK"] as const;

/** For whom an automation's task is: whoever last sold to the contact, everybody, or one person. */
export const taskOwners = ["SELLER", "ANYBODY", "PERSON"] as const;
export type TaskOwner = (typeof taskOwners)[number];

/** How long after it was made an automation's task may be due, in days. */
export const MAX_DUE_DAYS = 365;

/** The longest that a DATE condition looks ahead or back, in days. */
export const MAX_DAYS = 3650;
