/** In localStorage: "roll", "half", or "" for the printer's own paper. */
export const PAPER_KEY = "receipt-paper";
