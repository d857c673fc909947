import type { ActName, ListName } from "#lib/contract/contract.ts";
import { OFFLINE, UNEXPECTED } from "#lib/unexpected.ts";
import { ApiError } from "./call.ts";

/**
 * `host`: show the host's message, and `failure` only without one (SPEC.md section 8). `prefix` precedes
 * either.
 */
type Messages = { success?: string; failure: string; host?: true; prefix?: string };

function saved(what: string, verb: "Created" | "Updated" | "Deleted", failing: string): Messages {
  return { success: `${what} ${verb}`, failure: `Error ${failing} ${what.toLowerCase()}`, host: true };
}

function emailProvider(success?: string): Messages {
  return { success, failure: UNEXPECTED, host: true, prefix: "Error: " };
}

const general: Messages = { failure: UNEXPECTED, host: true };

export const messages = {
  "auth.login": { success: "Login successful", failure: "Login failed" },
  "auth.logout": { success: "Logged out successfully", failure: UNEXPECTED },
  "auth.register": { success: "User created successfully", failure: "Error creating invited user" },
  "auth.registerOwner": {
    success: "Your store is ready",
    failure: "Your store could not be opened",
    host: true,
  },
  "auth.startStore": { failure: "Your store could not be started", host: true },
  "auth.resetPassword": { success: "Password updated", failure: "Password update failed", host: true },
  "users.update": { success: "Info updated successfully", failure: UNEXPECTED, host: true },
  "users.changePassword": { success: "Password updated", failure: "Password update failed" },
  "devices.end": { success: "Signed out there", failure: "Failed to sign out there", host: true },
  "devices.endOthers": {
    success: "Signed out everywhere else",
    failure: "Failed to sign out there",
    host: true,
  },
  "factors.confirm": { failure: "We couldn’t confirm it’s you", host: true },
  "factors.startApp": { failure: "The app could not be set up", host: true },
  "factors.finishApp": {
    success: "Authenticator app set up",
    failure: "The app could not be set up",
    host: true,
  },
  "factors.removeApp": {
    success: "Authenticator app removed",
    failure: "Failed to remove the app",
    host: true,
  },
  "factors.passkeyOptions": { failure: "The passkey could not be added", host: true },
  "factors.addPasskey": { success: "Passkey added", failure: "The passkey could not be added", host: true },
  "factors.removePasskey": {
    success: "Passkey removed",
    failure: "The passkey could not be removed",
    host: true,
  },
  "factors.setRequired": { success: "Saved", failure: "Failed to update", host: true },
  "factors.reset": {
    success: "Second step reset",
    failure: "The second step could not be reset",
    host: true,
  },
  "factors.renewCodes": { failure: "Failed to make new codes", host: true },
  "organization.setTimezone": { success: "Sucessfully updated", failure: "Failed to update" },
  "organization.setRights": { success: "Saved", failure: "Failed to update", host: true },
  "organization.setBookingRules": { success: "Saved", failure: "Failed to update", host: true },
  "organization.setBrand": { success: "Saved", failure: "Failed to update", host: true },
  "organization.update": { success: "Saved", failure: "Failed to update", host: true },
  "organization.export": { failure: "Failed to export", host: true },
  "team.invite": { success: "User invited successfully", failure: "Failed to invite user" },
  "team.remove": { success: "User removed successfully", failure: "Failed to remove user" },
  "backups.make": { failure: "The backup could not be started", host: true },
  "backups.verify": { failure: "The backup could not be read", host: true },
  "backups.release": { success: "Saved", failure: "Failed to update", host: true },
  "fields.create": { success: "Saved", failure: "Failed to save the field", host: true },
  "fields.update": { success: "Saved", failure: "Failed to save the field", host: true },
  "fields.order": { failure: "Failed to save the order", host: true },
  "fields.delete": { failure: "Failed to delete the field", host: true },
  "contacts.create": { success: "Contact Created", failure: "Failed to create contact" },
  "contacts.update": { success: "Contact Edited", failure: "Failed to update contact" },
  "contacts.erase": { success: "Erased for good", failure: "Failed to erase", host: true },
  "contacts.setConsent": { success: "Consent saved", failure: "Failed to save the consent", host: true },
  "organization.setConsent": { success: "Saved", failure: "Failed to save the setting", host: true },
  "organization.setMailLimits": { success: "Limits saved", failure: "Failed to save the limits", host: true },
  "contacts.delete": { success: "Contact Deleted", failure: "Failed to delete contact" },
  "sales.create": { success: "Sale created successfully", failure: "Error creating sale" },
  "sales.update": { success: "Sale edited successfully", failure: "Error editing sale" },
  "sales.delete": { success: "Sale deleted successfully", failure: "Error deleting sale" },
  "payments.create": { success: "Payment recorded", failure: "Failed to record the payment", host: true },
  "payments.delete": { success: "Payment deleted", failure: "Failed to delete the payment", host: true },
  "refunds.create": { success: "Refund recorded", failure: "Failed to record the refund", host: true },
  "refunds.delete": { success: "Refund deleted", failure: "Failed to delete the refund", host: true },
  "letters.share": { success: "Saved", failure: "Failed to share the email", host: true },
  "letters.reply": { success: "On its way", failure: "The email couldn’t be sent", host: true },
  "letters.write": { success: "On its way", failure: "The email couldn’t be sent", host: true },
  "letters.resend": { success: "On its way", failure: "The email couldn’t be sent", host: true },
  "letters.setSettings": { success: "Saved", failure: "Failed to save", host: true },
  "notes.create": { success: "Note created successfully", failure: "Note creation failed" },
  "notes.update": { success: "Note updated successfully", failure: "Note update failed" },
  "relations.create": { success: "Relation added", failure: "Failed to save the relation", host: true },
  "relations.update": { success: "Relation saved", failure: "Failed to save the relation", host: true },
  "relations.delete": { success: "Relation removed", failure: "Failed to remove the relation", host: true },
  "files.delete": { success: "File removed", failure: "The file could not be removed", host: true },
  "notes.delete": { success: "Note deleted successfully", failure: "Note deletion failed" },
  "segments.create": saved("Segment", "Created", "saving"),
  "segments.update": saved("Segment", "Updated", "saving"),
  "segments.delete": saved("Segment", "Deleted", "deleting"),
  "products.create": saved("Product", "Created", "creating"),
  "products.update": saved("Product", "Updated", "updating"),
  "products.delete": saved("Product", "Deleted", "deleting"),
  "templates.create": { success: "Template Created Successfully", failure: "Failed to create template" },
  "templates.update": { success: "Template Updated Successfully", failure: "Failed to update template" },
  "templates.delete": { success: "Template Deleted Successfully", failure: "Failed to delete template" },
  "automations.create": {
    success: "Automation created successfully",
    failure: "Failed to create automation",
  },
  "automations.update": {
    success: "Automation updated successfully",
    failure: "Failed to update automation",
    host: true,
  },
  "automations.delete": {
    success: "Automation deleted successfully",
    failure: "Failed to delete automation",
    host: true,
  },
  "automations.setActive": { failure: "Failed to update automation", host: true },
  "campaigns.create": { success: "Saved", failure: "Failed to save the campaign", host: true },
  "campaigns.update": { success: "Saved", failure: "Failed to save the campaign", host: true },
  "campaigns.delete": { success: "Campaign deleted", failure: "Failed to delete the campaign", host: true },
  "campaigns.schedule": { failure: "Failed to start the campaign", host: true },
  "campaigns.pause": { failure: "Failed to pause the campaign", host: true },
  "campaigns.resume": { failure: "Failed to resume the campaign", host: true },
  "campaigns.stop": { failure: "Failed to stop the campaign", host: true },
  "templates.test": {
    success: "Test email is on its way",
    failure: "Failed to send the test email",
    host: true,
  },
  "mails.resend": { success: "Email is on its way again", failure: "Failed to send the email", host: true },
  "suppressions.lift": {
    success: "Emails to this address are sent again",
    failure: "Failed to lift this",
    host: true,
  },
  "integration.change": emailProvider(),
  "integration.setCalendar": emailProvider("Calendar set."),
  "integration.disconnect": emailProvider("Email provider disconnected."),
  "people.setHours": { success: "Hours set.", failure: "Failed to set the hours", host: true },
  "people.setStoresAccount": {
    success: "This account now sends the store’s email",
    failure: "Failed to choose the account",
    host: true,
  },
  "people.addException": { failure: "Failed to save", host: true },
  "people.planAway": { failure: "Failed to plan this", host: true },
  "people.setAway": { failure: "Failed to change the appointments", host: true },
  "people.deleteException": { success: "Removed", failure: "Failed to remove", host: true },
  "feeds.renew": { success: "This is the new address", failure: "Failed to make an address", host: true },
  "feeds.end": { success: "The address stopped working", failure: "Failed to stop sharing", host: true },
  "appointmentTypes.create": { success: "Sucessfully created", failure: "Failed to create" },
  "appointmentTypes.update": { success: "Sucessfully updated", failure: "Failed to update" },
  "appointmentTypes.delete": { success: "Sucessfully deleted", failure: "Failed to delete" },
  "wishes.create": { success: "On the waiting list", failure: "Failed to save", host: true },
  "wishes.update": { success: "Saved", failure: "Failed to save", host: true },
  "wishes.move": { failure: "Failed to move", host: true },
  "wishes.delete": { success: "Removed from the waiting list", failure: "Failed to remove", host: true },
  "wishes.take": { success: "Appointment booked", failure: "Failed to book", host: true },
  "wishes.pass": { success: "The next person is asked", failure: "Failed to pass it on", host: true },
  "tags.create": { success: "Tag created", failure: "Failed to create the tag", host: true },
  "tags.update": { success: "Tag saved", failure: "Failed to save the tag", host: true },
  "tags.merge": { success: "Tags merged", failure: "Failed to merge the tags", host: true },
  "tags.delete": { success: "Tag deleted", failure: "Failed to delete the tag", host: true },
  "contacts.bulk": { failure: "Failed to change these contacts", host: true },
  "contacts.undoBulk": { failure: "Failed to undo", host: true },
  "contacts.addTag": { failure: "Failed to add the tag", host: true },
  "contacts.removeTag": { failure: "Failed to remove the tag", host: true },
  "tasks.create": { success: "Task created", failure: "Failed to save the task", host: true },
  "tasks.update": { success: "Task saved", failure: "Failed to save the task", host: true },
  "tasks.setDone": { failure: "Failed to mark this as done", host: true },
  "tasks.postpone": { failure: "Failed to postpone this", host: true },
  "tasks.delete": { success: "Task deleted", failure: "Failed to delete the task", host: true },
  "repairs.create": { failure: "Failed to save the repair", host: true },
  "repairs.update": { success: "Repair saved", failure: "Failed to save the repair", host: true },
  "repairs.move": { failure: "Failed to move the repair", host: true },
  "repairs.notify": { success: "Noted", failure: "Failed to note this", host: true },
  "repairs.handOver": { failure: "Failed to hand over the repair", host: true },
  "repairs.undo": { success: "Undone", failure: "Failed to undo", host: true },
  "repairs.delete": { success: "Repair deleted", failure: "Failed to delete the repair", host: true },
  "today.greet": { success: "The email is on its way", failure: "Failed to send", host: true },
  "today.tick": { failure: "Failed to mark this as done", host: true },
  "trash.restore": { failure: "Failed to restore", host: true },
  "trash.erase": { success: "Erased for good", failure: "Failed to erase", host: true },
  "trash.empty": { success: "The trash is empty", failure: "Failed to empty the trash", host: true },
  "duplicates.dismiss": { success: "Not listed again", failure: "Failed to save", host: true },
  "contacts.merge": { failure: "Failed to merge", host: true },
  "contacts.unmerge": { failure: "Failed to undo the merge", host: true },
  "data.export": { success: "Everything exported", failure: "Failed to export", host: true },
  "history.setSettings": { success: "Saved", failure: "Failed to update", host: true },
  "bookings.move": { success: "Appointment moved", failure: "Failed to move the appointment", host: true },
  "bookings.create": { failure: "Failed to book", host: true },
  "bookings.undo": { success: "Undone", failure: "Failed to undo", host: true },
  "bookings.cancel": {
    success: "Appointment cancelled",
    failure: "Failed to cancel the appointment",
    host: true,
  },
  "bookings.markNoShow": {
    success: "Marked as no-show",
    failure: "Failed to update the appointment",
    host: true,
  },
} satisfies { [N in ActName]?: Messages };

const listFailures: { [N in ListName]?: Messages } = {
  "contacts.list": { failure: "Failed to fetch contacts" },
  "contacts.segment": { failure: "Failed to fetch contacts" },
  "contacts.options": { failure: "Failed to fetch contacts" },
  "repairs.list": { failure: "Failed to fetch repairs", host: true },
  "sales.list": { failure: "Failed to fetch sales", host: true },
  "sales.segment": { failure: "Failed to fetch sales", host: true },
};

export function messagesOf(name: ActName): Messages {
  return (messages as { [N in ActName]?: Messages })[name] ?? general;
}

export function listFailure(name: ListName): Messages {
  return listFailures[name] ?? general;
}

export const providerFailure = emailProvider();

export function failureText({ failure, host, prefix = "" }: Messages, error: Error): string {
  const says = error.message === OFFLINE || (host && error.message !== UNEXPECTED);
  const said = prefix + (says ? error.message : failure);
  const reference = error instanceof ApiError && error.reference;
  return reference ? `${said} (reference ${reference})` : said;
}
