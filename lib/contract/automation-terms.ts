export const triggerTypes = ["TIME_BASED", "DATE_BASED", "EVENT_BASED"] as const;
/** Of EVENT_BASED. Without one: a new sale, contact or appointment. */
export const automationEvents = ["REPAIR_READY"] as const;
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
export const actionTypes = ["SEND_EMAIL", "CREATE_TASK"] as const;

/** SELLER: the person who last sold to the contact. */
export const taskOwners = ["SELLER", "ANYBODY", "PERSON"] as const;
export type TaskOwner = (typeof taskOwners)[number];

export const MAX_DUE_DAYS = 365;

export const MAX_DAYS = 3650;
