ALTER TABLE "saved_imports" ADD COLUMN "link_id" uuid;
