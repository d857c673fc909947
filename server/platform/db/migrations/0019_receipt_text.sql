ALTER TABLE "organizations" ADD COLUMN "receipt_text" text DEFAULT '' NOT NULL;
