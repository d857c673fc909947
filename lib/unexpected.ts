/** What SPEC.md section 8 says where a host gives no message of its own. */
export const UNEXPECTED = "An unexpected error occurred";

/** Where the browser has no network. What was asked for then is not here, and what was to be done is not done. */
export const OFFLINE =
  "You are offline. Nothing was sent, and what you typed is still here. Try again once you are back.";

/** Where the code that a form is checked and sent with did not come. */
export const NOT_LOADED =
  "A part of this page could not be loaded. Nothing was sent, and what you typed is still here. Check the connection and try again.";
