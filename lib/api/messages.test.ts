import { ApiError } from "./call.ts";
import { failureText, listFailure, providerFailure } from "./failure-text.ts";
import { messages } from "./messages.ts";

/** SPEC.md section 8. */
test.each([
  ["products.create", "Product Created", "Error creating product"],
  ["products.update", "Product Updated", "Error updating product"],
  ["products.delete", "Product Deleted", "Error deleting product"],
  ["sales.create", "Sale created successfully", "Error creating sale"],
  ["sales.update", "Sale edited successfully", "Error editing sale"],
  ["sales.delete", "Sale deleted successfully", "Error deleting sale"],
  ["contacts.create", "Contact Created", "Failed to create contact"],
  ["contacts.update", "Contact Edited", "Failed to update contact"],
  ["contacts.delete", "Contact Deleted", "Failed to delete contact"],
  ["templates.create", "Template Created Successfully", "Failed to create template"],
  ["templates.update", "Template Updated Successfully", "Failed to update template"],
  ["templates.delete", "Template Deleted Successfully", "Failed to delete template"],
  ["notes.create", "Note created successfully", "Note creation failed"],
  ["notes.update", "Note updated successfully", "Note update failed"],
  ["notes.delete", "Note deleted successfully", "Note deletion failed"],
  ["automations.create", "Automation created successfully", "Failed to create automation"],
  ["auth.login", "Login successful", "Login failed"],
  ["auth.register", "User created successfully", "Error creating invited user"],
  ["users.changePassword", "Password updated", "Password update failed"],
  ["organization.setTimezone", "Sucessfully updated", "Failed to update"],
  ["appointmentTypes.create", "Sucessfully created", "Failed to create"],
  ["appointmentTypes.update", "Sucessfully updated", "Failed to update"],
  ["appointmentTypes.delete", "Sucessfully deleted", "Failed to delete"],
  ["team.invite", "User invited successfully", "Failed to invite user"],
  ["team.remove", "User removed successfully", "Failed to remove user"],
] as const)("%s: %s / %s", (name, success, failure) => {
  expect(messages[name]).toMatchObject({ success, failure });
});

test("shows the email provider's success messages", () => {
  expect(messages["integration.setCalendar"].success).toBe("Calendar set.");
  expect(messages["integration.disconnect"].success).toBe("Email provider disconnected.");
});

test("shows the host's message only for some failures", () => {
  const refusal = new ApiError(400, "The till is closed");
  const silent = new ApiError(500, "An unexpected error occurred");
  expect(failureText(messages["products.create"], refusal)).toBe("The till is closed");
  expect(failureText(messages["products.create"], silent)).toBe("Error creating product");
  expect(failureText(messages["integration.setCalendar"], refusal)).toBe("Error: The till is closed");
  expect(failureText(providerFailure, silent)).toBe("Error: An unexpected error occurred");
  expect(failureText(messages["contacts.create"], refusal)).toBe("Failed to create contact");
  expect(failureText(listFailure("sales.list"), refusal)).toBe("The till is closed");
  expect(failureText(listFailure("sales.list"), silent)).toBe("Failed to fetch sales");
  expect(failureText(listFailure("contacts.list"), refusal)).toBe("Failed to fetch contacts");
  const logged = new ApiError(500, "An unexpected error occurred", { reference: "0f3a9c21" });
  expect(failureText(messages["sales.create"], logged)).toBe("Error creating sale (reference 0f3a9c21)");
});
