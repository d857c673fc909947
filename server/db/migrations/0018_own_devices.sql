ALTER TABLE "known_devices" DROP CONSTRAINT "known_devices_account_device_pk";--> statement-breakpoint
ALTER TABLE "known_devices" ADD COLUMN "organization_id" uuid;--> statement-breakpoint
ALTER TABLE "known_devices" ADD COLUMN "user_id" uuid;--> statement-breakpoint
-- Of an address with accounts in several stores nobody can tell which of them a browser signed in to.
update known_devices set organization_id = u.organization_id, user_id = u.id
  from users u
  where known_devices.account = sha256(convert_to(u.email, 'UTF8')) and u.password_hash is not null
    and not exists (select from users other where other.email = u.email and other.id <> u.id and other.password_hash is not null);
--> statement-breakpoint
delete from known_devices where user_id is null;
--> statement-breakpoint
ALTER TABLE "known_devices" ALTER COLUMN "organization_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "known_devices" ALTER COLUMN "user_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "known_devices" DROP COLUMN "account";--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_organization_id_user_id_device_pk" PRIMARY KEY("organization_id","user_id","device");--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_organization_id_user_id_users_organization_id_id_fk" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- They end with the password that made them known.
grant select, insert, update, delete on known_devices to crm_app;
--> statement-breakpoint
create policy own on known_devices to crm_app using (organization_id = (select current_organization()));
