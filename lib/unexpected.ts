/** What SPEC.md section 8 says where a host gives no message of its own. */
export const UNEXPECTED = "An unexpected error occurred";
