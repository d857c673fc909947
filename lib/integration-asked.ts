/** Key in the tab's storage: whose missing email integration was asked for since the sign-in. */
export const INTEGRATION_ASKED = "integration-asked";
