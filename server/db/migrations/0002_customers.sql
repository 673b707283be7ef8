CREATE TABLE "addresses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"customer_id" uuid NOT NULL,
	"title" text,
	"recipient" text NOT NULL,
	"email" text NOT NULL,
	"contact_number" text NOT NULL,
	"street_address" text NOT NULL,
	"city" text NOT NULL,
	"zip" text NOT NULL,
	"state_id" text NOT NULL,
	"country" text,
	"company" text,
	"fax" text,
	"is_default" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);

CREATE TABLE "contacts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"customer_id" uuid NOT NULL,
	"title" text NOT NULL,
	"number" text NOT NULL,
	"is_default" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);

CREATE TABLE "account_merges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"from_customer_id" uuid,
	"into_customer_id" uuid NOT NULL,
	"contact_kind" text NOT NULL,
	"orders" integer NOT NULL,
	"at" timestamp with time zone NOT NULL
);

CREATE TABLE "code_sends" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "code_sends_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"contact" text NOT NULL,
	"address_hash" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);

CREATE TABLE "codes" (
	"contact" text NOT NULL,
	"purpose" text NOT NULL,
	"customer_id" uuid,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "codes_contact_purpose_pk" PRIMARY KEY("contact","purpose"),
	CONSTRAINT "codes_tries" CHECK ("codes"."tries" >= 0)
);

CREATE TABLE "consents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "consents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"given" boolean NOT NULL,
	"version" text NOT NULL,
	"channel" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);

CREATE TABLE "customer_devices" (
	"customer_id" uuid NOT NULL,
	"device_hash" text NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	CONSTRAINT "customer_devices_customer_id_device_hash_pk" PRIMARY KEY("customer_id","device_hash")
);

CREATE TABLE "customer_logins" (
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"customer_id" uuid NOT NULL,
	"email" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "customer_logins_subject" UNIQUE("provider","subject"),
	CONSTRAINT "customer_logins_one" UNIQUE("customer_id","provider")
);

CREATE TABLE "customer_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"customer_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"platform" text NOT NULL,
	"device" text NOT NULL,
	"remember" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "customer_sessions_token_hash_unique" UNIQUE("token_hash")
);

CREATE TABLE "customers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"first_name" text,
	"last_name" text,
	"display_name" text NOT NULL,
	"email" text,
	"email_verified_at" timestamp with time zone,
	"phone" text,
	"phone_verified_at" timestamp with time zone,
	"password_hash" text,
	"date_of_birth" date,
	"gender" text,
	"lang" text NOT NULL,
	"referral_code" text NOT NULL,
	"referred_by" uuid,
	"store_ref_id" text,
	"store_ref_token" text,
	"group_id" bigint,
	"payment_method" text,
	"status" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "customers_referral_code_unique" UNIQUE("referral_code"),
	CONSTRAINT "customers_status" CHECK ("customers"."status" in ('active', 'removed', 'merged')),
	CONSTRAINT "customers_gender" CHECK ("customers"."gender" in ('male', 'female'))
);

CREATE TABLE "login_failures" (
	"login_hash" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"delayed_until" timestamp with time zone
);

CREATE TABLE "wishlist" (
	"customer_id" uuid NOT NULL,
	"product_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "wishlist_customer_id_product_id_pk" PRIMARY KEY("customer_id","product_id")
);

ALTER TABLE "carts" ADD COLUMN "customer_id" uuid;
ALTER TABLE "orders" ADD COLUMN "customer_id" uuid;
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_state_id_states_id_fk" FOREIGN KEY ("state_id") REFERENCES "public"."states"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "account_merges" ADD CONSTRAINT "account_merges_into_customer_id_customers_id_fk" FOREIGN KEY ("into_customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "consents" ADD CONSTRAINT "consents_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "customer_devices" ADD CONSTRAINT "customer_devices_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "customer_logins" ADD CONSTRAINT "customer_logins_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "customer_sessions" ADD CONSTRAINT "customer_sessions_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "customers" ADD CONSTRAINT "customers_group_id_customer_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."customer_groups"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "wishlist" ADD CONSTRAINT "wishlist_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "wishlist" ADD CONSTRAINT "wishlist_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "addresses_customer" ON "addresses" USING btree ("customer_id","created_at");
CREATE UNIQUE INDEX "addresses_one_default" ON "addresses" USING btree ("customer_id") WHERE "addresses"."is_default";
CREATE INDEX "contacts_customer" ON "contacts" USING btree ("customer_id","created_at");
CREATE UNIQUE INDEX "contacts_one_default" ON "contacts" USING btree ("customer_id") WHERE "contacts"."is_default";
CREATE INDEX "code_sends_contact" ON "code_sends" USING btree ("contact","at");
CREATE INDEX "code_sends_address" ON "code_sends" USING btree ("address_hash","at");
CREATE INDEX "codes_expiry" ON "codes" USING btree ("expires_at");
CREATE INDEX "consents_customer" ON "consents" USING btree ("customer_id","kind","at");
CREATE INDEX "customer_sessions_customer" ON "customer_sessions" USING btree ("customer_id");
CREATE INDEX "customer_sessions_expiry" ON "customer_sessions" USING btree ("expires_at");
CREATE UNIQUE INDEX "customers_email_login" ON "customers" USING btree ("email") WHERE "customers"."status" = 'active' and "customers"."password_hash" is not null;
CREATE UNIQUE INDEX "customers_phone_login" ON "customers" USING btree ("phone") WHERE "customers"."status" = 'active' and "customers"."password_hash" is not null;
CREATE UNIQUE INDEX "customers_email_proven" ON "customers" USING btree ("email") WHERE "customers"."status" = 'active' and "customers"."email_verified_at" is not null;
CREATE UNIQUE INDEX "customers_phone_proven" ON "customers" USING btree ("phone") WHERE "customers"."status" = 'active' and "customers"."phone_verified_at" is not null;
CREATE INDEX "customers_email" ON "customers" USING btree ("email");
CREATE INDEX "customers_phone" ON "customers" USING btree ("phone");
CREATE INDEX "login_failures_age" ON "login_failures" USING btree ("last_at");
CREATE INDEX "wishlist_newest" ON "wishlist" USING btree ("customer_id","created_at" DESC NULLS LAST);
ALTER TABLE "carts" ADD CONSTRAINT "carts_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "orders_customer" ON "orders" USING btree ("customer_id","created_at");
CREATE INDEX "orders_contact_email" ON "orders" USING btree ("contact_email");
CREATE INDEX "orders_contact_phone" ON "orders" USING btree ("contact_phone");
ALTER TABLE "carts" ADD CONSTRAINT "carts_customer_id_unique" UNIQUE("customer_id");
ALTER TABLE "carts" ADD CONSTRAINT "carts_of_one" CHECK (("carts"."guest_token_hash" is null) <> ("carts"."customer_id" is null));