CREATE TABLE "code_messages" (
	"message_id" text PRIMARY KEY NOT NULL,
	"job" jsonb,
	"undelivered_at" timestamp with time zone,
	"at" timestamp with time zone NOT NULL
);

CREATE INDEX "code_messages_age" ON "code_messages" USING btree ("at");