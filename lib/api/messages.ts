import type { ActName, ListName } from "#lib/contract/contract.ts";
import { OFFLINE, UNEXPECTED } from "#lib/unexpected.ts";
import { ApiError } from "./call.ts";

/**
 * Shows the host's message, and `failure` without one or if it is `fixed` (SPEC.md section 8). `prefix` precedes
 * either.
 */
export type Messages = { success?: string; failure: string; fixed?: true; prefix?: string };

function saved(what: string, verb: "Created" | "Updated" | "Deleted", failing: string): Messages {
  return { success: `${what} ${verb}`, failure: `Error ${failing} ${what.toLowerCase()}` };
}

function emailProvider(success?: string): Messages {
  return { success, failure: UNEXPECTED, prefix: "Error: " };
}

const general: Messages = { failure: UNEXPECTED };

export const messages = {
  "auth.login": { success: "Login successful", failure: "Login failed", fixed: true },
  "auth.logout": { success: "Logged out successfully", failure: UNEXPECTED },
  "auth.register": {
    success: "User created successfully",
    failure: "Error creating invited user",
    fixed: true,
  },
  "auth.registerOwner": { success: "Your store is ready", failure: "Your store could not be opened" },
  "auth.startStore": { failure: "Your store could not be started" },
  "auth.resetPassword": { success: "Password updated", failure: "Password update failed" },
  "users.update": { success: "Info updated successfully", failure: UNEXPECTED },
  "users.changePassword": { success: "Password updated", failure: "Password update failed", fixed: true },
  "devices.end": { success: "Signed out there", failure: "Failed to sign out there" },
  "devices.endOthers": { success: "Signed out everywhere else", failure: "Failed to sign out there" },
  "factors.confirm": { failure: "We couldn’t confirm it’s you" },
  "factors.startApp": { failure: "The app could not be set up" },
  "factors.finishApp": { success: "Authenticator app set up", failure: "The app could not be set up" },
  "factors.removeApp": { success: "Authenticator app removed", failure: "Failed to remove the app" },
  "factors.passkeyOptions": { failure: "The passkey could not be added" },
  "factors.addPasskey": { success: "Passkey added", failure: "The passkey could not be added" },
  "factors.removePasskey": { success: "Passkey removed", failure: "The passkey could not be removed" },
  "factors.setRequired": { success: "Saved", failure: "Failed to update" },
  "factors.reset": { success: "Second step reset", failure: "The second step could not be reset" },
  "factors.renewCodes": { failure: "Failed to make new codes" },
  "organization.setTimezone": { success: "Sucessfully updated", failure: "Failed to update", fixed: true },
  "organization.setRights": { success: "Saved", failure: "Failed to update" },
  "organization.setBookingRules": { success: "Saved", failure: "Failed to update" },
  "organization.setBrand": { success: "Saved", failure: "Failed to update" },
  "organization.update": { success: "Saved", failure: "Failed to update" },
  "organization.export": { failure: "Failed to export" },
  "team.invite": { success: "User invited successfully", failure: "Failed to invite user", fixed: true },
  "team.remove": { success: "User removed successfully", failure: "Failed to remove user", fixed: true },
  "backups.make": { failure: "The backup could not be started" },
  "backups.verify": { failure: "The backup could not be read" },
  "backups.release": { success: "Saved", failure: "Failed to update" },
  "importKeys.create": { failure: "The key could not be created" },
  "importKeys.delete": { success: "Key revoked", failure: "Failed to revoke the key" },
  "fields.create": { success: "Saved", failure: "Failed to save the field" },
  "fields.update": { success: "Saved", failure: "Failed to save the field" },
  "fields.order": { failure: "Failed to save the order" },
  "fields.delete": { failure: "Failed to delete the field" },
  "contacts.create": { success: "Contact Created", failure: "Failed to create contact", fixed: true },
  "contacts.update": { success: "Contact Edited", failure: "Failed to update contact", fixed: true },
  "contacts.erase": { success: "Erased for good", failure: "Failed to erase" },
  "contacts.setConsent": { success: "Consent saved", failure: "Failed to save the consent" },
  "contacts.setTexts": { success: "Saved", failure: "Failed to save" },
  "organization.setConsent": { success: "Saved", failure: "Failed to save the setting" },
  "organization.setMailLimits": { success: "Limits saved", failure: "Failed to save the limits" },
  "contacts.delete": { success: "Contact Deleted", failure: "Failed to delete contact", fixed: true },
  "sales.create": { success: "Sale created successfully", failure: "Error creating sale", fixed: true },
  "sales.update": { success: "Sale edited successfully", failure: "Error editing sale", fixed: true },
  "sales.delete": { success: "Sale deleted successfully", failure: "Error deleting sale", fixed: true },
  "payments.create": { success: "Payment recorded", failure: "Failed to record the payment" },
  "payments.delete": { success: "Payment deleted", failure: "Failed to delete the payment" },
  "refunds.create": { success: "Refund recorded", failure: "Failed to record the refund" },
  "refunds.delete": { success: "Refund deleted", failure: "Failed to delete the refund" },
  "letters.share": { success: "Saved", failure: "Failed to share the email" },
  "letters.reply": { success: "On its way", failure: "The email couldn’t be sent" },
  "letters.write": { success: "On its way", failure: "The email couldn’t be sent" },
  "letters.resend": { success: "On its way", failure: "The email couldn’t be sent" },
  "letters.setSettings": { success: "Saved", failure: "Failed to save" },
  "notes.create": { success: "Note created successfully", failure: "Note creation failed", fixed: true },
  "notes.update": { success: "Note updated successfully", failure: "Note update failed", fixed: true },
  "addresses.create": { success: "Added", failure: "Failed to save" },
  "addresses.update": { success: "Saved", failure: "Failed to save" },
  "addresses.makeFirst": { success: "Saved", failure: "Failed to save" },
  "addresses.delete": { success: "Removed", failure: "Failed to remove" },
  "relations.create": { success: "Relation added", failure: "Failed to save the relation" },
  "relations.update": { success: "Relation saved", failure: "Failed to save the relation" },
  "relations.delete": { success: "Relation removed", failure: "Failed to remove the relation" },
  "files.delete": { success: "File removed", failure: "The file could not be removed" },
  "notes.delete": { success: "Note deleted successfully", failure: "Note deletion failed", fixed: true },
  "segments.create": saved("Segment", "Created", "saving"),
  "segments.update": saved("Segment", "Updated", "saving"),
  "segments.delete": saved("Segment", "Deleted", "deleting"),
  "products.create": saved("Product", "Created", "creating"),
  "products.update": saved("Product", "Updated", "updating"),
  "products.delete": saved("Product", "Deleted", "deleting"),
  "templates.create": {
    success: "Template Created Successfully",
    failure: "Failed to create template",
    fixed: true,
  },
  "templates.update": {
    success: "Template Updated Successfully",
    failure: "Failed to update template",
    fixed: true,
  },
  "templates.delete": {
    success: "Template Deleted Successfully",
    failure: "Failed to delete template",
    fixed: true,
  },
  "automations.create": {
    success: "Automation created successfully",
    failure: "Failed to create automation",
    fixed: true,
  },
  "automations.update": {
    success: "Automation updated successfully",
    failure: "Failed to update automation",
  },
  "automations.delete": {
    success: "Automation deleted successfully",
    failure: "Failed to delete automation",
  },
  "automations.setActive": { failure: "Failed to update automation" },
  "campaigns.create": { success: "Saved", failure: "Failed to save the campaign" },
  "campaigns.update": { success: "Saved", failure: "Failed to save the campaign" },
  "campaigns.delete": { success: "Campaign deleted", failure: "Failed to delete the campaign" },
  "campaigns.schedule": { failure: "Failed to start the campaign" },
  "campaigns.pause": { failure: "Failed to pause the campaign" },
  "campaigns.resume": { failure: "Failed to resume the campaign" },
  "campaigns.stop": { failure: "Failed to stop the campaign" },
  "templates.test": { success: "Test email is on its way", failure: "Failed to send the test email" },
  "mails.resend": { success: "Email is on its way again", failure: "Failed to send the email" },
  "suppressions.lift": { success: "Emails to this address are sent again", failure: "Failed to lift this" },
  "integration.change": emailProvider(),
  "integration.setCalendar": emailProvider("Calendar set."),
  "integration.disconnect": emailProvider("Email provider disconnected."),
  "people.setHours": { success: "Hours set.", failure: "Failed to set the hours" },
  "people.setStoresAccount": {
    success: "This account now sends the store’s email",
    failure: "Failed to choose the account",
  },
  "people.addException": { failure: "Failed to save" },
  "people.planAway": { failure: "Failed to plan this" },
  "people.setAway": { failure: "Failed to change the appointments" },
  "people.deleteException": { success: "Removed", failure: "Failed to remove" },
  "feeds.renew": { success: "This is the new address", failure: "Failed to make an address" },
  "feeds.end": { success: "The address stopped working", failure: "Failed to stop sharing" },
  "appointmentTypes.create": { success: "Sucessfully created", failure: "Failed to create", fixed: true },
  "appointmentTypes.update": { success: "Sucessfully updated", failure: "Failed to update", fixed: true },
  "appointmentTypes.delete": { success: "Sucessfully deleted", failure: "Failed to delete", fixed: true },
  "wishes.create": { success: "On the waiting list", failure: "Failed to save" },
  "wishes.update": { success: "Saved", failure: "Failed to save" },
  "wishes.move": { failure: "Failed to move" },
  "wishes.delete": { success: "Removed from the waiting list", failure: "Failed to remove" },
  "wishes.take": { success: "Appointment booked", failure: "Failed to book" },
  "wishes.pass": { success: "The next person is asked", failure: "Failed to pass it on" },
  "tags.create": { success: "Tag created", failure: "Failed to create the tag" },
  "tags.update": { success: "Tag saved", failure: "Failed to save the tag" },
  "tags.merge": { success: "Tags merged", failure: "Failed to merge the tags" },
  "tags.delete": { success: "Tag deleted", failure: "Failed to delete the tag" },
  "contacts.bulk": { failure: "Failed to change these contacts" },
  "contacts.undoBulk": { failure: "Failed to undo" },
  "contacts.addTag": { failure: "Failed to add the tag" },
  "contacts.removeTag": { failure: "Failed to remove the tag" },
  "tasks.create": { success: "Task created", failure: "Failed to save the task" },
  "tasks.update": { success: "Task saved", failure: "Failed to save the task" },
  "tasks.setDone": { failure: "Failed to mark this as done" },
  "tasks.postpone": { failure: "Failed to postpone this" },
  "tasks.delete": { success: "Task deleted", failure: "Failed to delete the task" },
  "repairs.create": { failure: "Failed to save the repair" },
  "repairs.update": { success: "Repair saved", failure: "Failed to save the repair" },
  "repairs.addPhotos": { success: "Photo added", failure: "Failed to add the photo" },
  "repairs.move": { failure: "Failed to move the repair" },
  "repairs.notify": { success: "Noted", failure: "Failed to note this" },
  "repairs.handOver": { failure: "Failed to hand over the repair" },
  "repairs.undo": { success: "Undone", failure: "Failed to undo" },
  "repairs.delete": { success: "Repair deleted", failure: "Failed to delete the repair" },
  "repairs.setSettings": { success: "Saved", failure: "Failed to save" },
  "today.greet": { success: "The email is on its way", failure: "Failed to send" },
  "today.tick": { failure: "Failed to mark this as done" },
  "trash.restore": { failure: "Failed to restore" },
  "trash.erase": { success: "Erased for good", failure: "Failed to erase" },
  "trash.empty": { success: "The trash is empty", failure: "Failed to empty the trash" },
  "duplicates.dismiss": { success: "Not listed again", failure: "Failed to save" },
  "contacts.merge": { failure: "Failed to merge" },
  "contacts.unmerge": { failure: "Failed to undo the merge" },
  "data.export": { success: "Everything exported", failure: "Failed to export" },
  "history.setSettings": { success: "Saved", failure: "Failed to update" },
  "bookings.move": { success: "Appointment moved", failure: "Failed to move the appointment" },
  "bookings.create": { failure: "Failed to book" },
  "bookings.undo": { success: "Undone", failure: "Failed to undo" },
  "bookings.cancel": { success: "Appointment cancelled", failure: "Failed to cancel the appointment" },
  "bookings.markNoShow": { success: "Marked as no-show", failure: "Failed to update the appointment" },
} satisfies { [N in ActName]?: Messages };

const listFailures: { [N in ListName]?: Messages } = {
  "contacts.list": { failure: "Failed to fetch contacts", fixed: true },
  "contacts.segment": { failure: "Failed to fetch contacts", fixed: true },
  "contacts.options": { failure: "Failed to fetch contacts", fixed: true },
  "repairs.list": { failure: "Failed to fetch repairs" },
  "sales.list": { failure: "Failed to fetch sales" },
  "sales.segment": { failure: "Failed to fetch sales" },
};

export function messagesOf(name: ActName): Messages {
  return (messages as { [N in ActName]?: Messages })[name] ?? general;
}

export function listFailure(name: ListName): Messages {
  return listFailures[name] ?? general;
}

export const providerFailure = emailProvider();

export function failureText({ failure, fixed, prefix = "" }: Messages, error: Error): string {
  const says = error.message === OFFLINE || (!fixed && error.message !== UNEXPECTED);
  const said = prefix + (says ? error.message : failure);
  const reference = error instanceof ApiError && error.reference;
  return reference ? `${said} (reference ${reference})` : said;
}
