CREATE TABLE "product_companions" (
	"product_id" bigint NOT NULL,
	"position" smallint NOT NULL,
	"companion_id" bigint NOT NULL,
	CONSTRAINT "product_companions_product_id_position_pk" PRIMARY KEY("product_id","position"),
	CONSTRAINT "product_companions_once" UNIQUE("product_id","companion_id"),
	CONSTRAINT "product_companions_not_itself" CHECK ("product_companions"."product_id" <> "product_companions"."companion_id")
);
--> statement-breakpoint
CREATE TABLE "product_sales" (
	"product_id" bigint NOT NULL,
	"day" date NOT NULL,
	"pieces" integer NOT NULL,
	"orders" integer NOT NULL,
	CONSTRAINT "product_sales_product_id_day_pk" PRIMARY KEY("product_id","day"),
	CONSTRAINT "product_sales_positive" CHECK ("product_sales"."pieces" >= 0 and "product_sales"."orders" >= 0)
);
--> statement-breakpoint
CREATE TABLE "recent_products" (
	"owner" text NOT NULL,
	"product_id" bigint NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "recent_products_owner_product_id_pk" PRIMARY KEY("owner","product_id")
);
--> statement-breakpoint
CREATE TABLE "search_misses" (
	"keyword" text NOT NULL,
	"lang" text NOT NULL,
	"count" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "search_misses_keyword_lang_pk" PRIMARY KEY("keyword","lang")
);
--> statement-breakpoint
CREATE TABLE "search_synonyms" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_synonyms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"terms" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_tickets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"contact_number" text,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"order_number" text,
	"lang" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "contact_tickets_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
CREATE TABLE "static_blocks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "static_blocks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"position" integer NOT NULL,
	"title_en" text NOT NULL,
	"title_zh" text,
	"description_en" text DEFAULT '' NOT NULL,
	"description_zh" text,
	"sections_en" jsonb NOT NULL,
	"sections_zh" jsonb,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "static_blocks_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
ALTER TABLE "listing_counts" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "listing_counts" CASCADE;--> statement-breakpoint
DROP INDEX "product_listing_price";--> statement-breakpoint
DROP INDEX "product_listing_name_en";--> statement-breakpoint
DROP INDEX "product_listing_name_zh";--> statement-breakpoint
DROP INDEX "product_listing_created";--> statement-breakpoint
DROP INDEX "product_listing_sales";--> statement-breakpoint
DROP INDEX "product_listing_featured";--> statement-breakpoint
DROP INDEX "product_listing_deal";--> statement-breakpoint
DROP INDEX "product_listing_bundle";--> statement-breakpoint
DROP INDEX "product_listing_tags";--> statement-breakpoint
DROP INDEX "product_listing_dietaries";--> statement-breakpoint
DROP INDEX "product_listing_search";--> statement-breakpoint
ALTER TABLE "product_listing" ALTER COLUMN "name_key_en" SET DATA TYPE text;--> statement-breakpoint
ALTER TABLE "product_listing" ALTER COLUMN "name_key_zh" SET DATA TYPE text;--> statement-breakpoint
ALTER TABLE "collection_items" ADD COLUMN "starts_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "collection_items" ADD COLUMN "ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "starts_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "product_listing" ADD COLUMN "orders_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "orders_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "product_companions" ADD CONSTRAINT "product_companions_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_companions" ADD CONSTRAINT "product_companions_companion_id_products_id_fk" FOREIGN KEY ("companion_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_sales" ADD CONSTRAINT "product_sales_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recent_products" ADD CONSTRAINT "recent_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_sales_day" ON "product_sales" USING btree ("day");--> statement-breakpoint
CREATE INDEX "recent_products_seen" ON "recent_products" USING btree ("owner","seen_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "recent_products_age" ON "recent_products" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "search_misses_count" ON "search_misses" USING btree ("count");--> statement-breakpoint
CREATE INDEX "products_scheduled" ON "products" USING btree ("published_at") WHERE "products"."published_at" > "products"."updated_at";--> statement-breakpoint
ALTER TABLE "product_listing" DROP COLUMN "search";--> statement-breakpoint
ALTER TABLE "collection_items" ADD CONSTRAINT "collection_items_window" CHECK ("collection_items"."starts_at" is null or "collection_items"."ends_at" is null or "collection_items"."starts_at" < "collection_items"."ends_at");