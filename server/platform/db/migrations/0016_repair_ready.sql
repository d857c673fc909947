ALTER TABLE "automations" ADD COLUMN "event" text;
