CREATE TABLE "product_companions" (
	"product_id" bigint NOT NULL,
	"position" smallint NOT NULL,
	"companion_id" bigint NOT NULL,
	CONSTRAINT "product_companions_product_id_position_pk" PRIMARY KEY("product_id","position"),
	CONSTRAINT "product_companions_once" UNIQUE("product_id","companion_id"),
	CONSTRAINT "product_companions_not_itself" CHECK ("product_companions"."product_id" <> "product_companions"."companion_id")
);

CREATE TABLE "product_sales" (
	"product_id" bigint NOT NULL,
	"day" date NOT NULL,
	"pieces" integer NOT NULL,
	"orders" integer NOT NULL,
	CONSTRAINT "product_sales_product_id_day_pk" PRIMARY KEY("product_id","day"),
	CONSTRAINT "product_sales_positive" CHECK ("product_sales"."pieces" >= 0 and "product_sales"."orders" >= 0)
);

CREATE TABLE "recent_products" (
	"owner" text NOT NULL,
	"product_id" bigint NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "recent_products_owner_product_id_pk" PRIMARY KEY("owner","product_id")
);

CREATE TABLE "search_misses" (
	"keyword" text NOT NULL,
	"lang" text NOT NULL,
	"count" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "search_misses_keyword_lang_pk" PRIMARY KEY("keyword","lang")
);

CREATE TABLE "search_synonyms" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_synonyms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"terms" text[] NOT NULL
);

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

ALTER TABLE "listing_counts" DISABLE ROW LEVEL SECURITY;
DROP TABLE "listing_counts" CASCADE;
DROP INDEX "product_listing_price";
DROP INDEX "product_listing_name_en";
DROP INDEX "product_listing_name_zh";
DROP INDEX "product_listing_created";
DROP INDEX "product_listing_sales";
DROP INDEX "product_listing_featured";
DROP INDEX "product_listing_deal";
DROP INDEX "product_listing_bundle";
DROP INDEX "product_listing_tags";
DROP INDEX "product_listing_dietaries";
DROP INDEX "product_listing_search";
ALTER TABLE "product_listing" ALTER COLUMN "name_key_en" SET DATA TYPE text;
ALTER TABLE "product_listing" ALTER COLUMN "name_key_zh" SET DATA TYPE text;
ALTER TABLE "collection_items" ADD COLUMN "starts_at" timestamp with time zone;
ALTER TABLE "collection_items" ADD COLUMN "ends_at" timestamp with time zone;
ALTER TABLE "collections" ADD COLUMN "starts_at" timestamp with time zone;
ALTER TABLE "collections" ADD COLUMN "ends_at" timestamp with time zone;
ALTER TABLE "product_listing" ADD COLUMN "orders_count" integer DEFAULT 0 NOT NULL;
ALTER TABLE "products" ADD COLUMN "orders_count" integer DEFAULT 0 NOT NULL;
ALTER TABLE "product_companions" ADD CONSTRAINT "product_companions_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "product_companions" ADD CONSTRAINT "product_companions_companion_id_products_id_fk" FOREIGN KEY ("companion_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "product_sales" ADD CONSTRAINT "product_sales_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "recent_products" ADD CONSTRAINT "recent_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "product_sales_day" ON "product_sales" USING btree ("day");
CREATE INDEX "recent_products_seen" ON "recent_products" USING btree ("owner","seen_at" DESC NULLS LAST);
CREATE INDEX "recent_products_age" ON "recent_products" USING btree ("seen_at");
CREATE INDEX "search_misses_count" ON "search_misses" USING btree ("count");
CREATE INDEX "products_scheduled" ON "products" USING btree ("published_at") WHERE "products"."published_at" > "products"."updated_at";
ALTER TABLE "product_listing" DROP COLUMN "search";
ALTER TABLE "collection_items" ADD CONSTRAINT "collection_items_window" CHECK ("collection_items"."starts_at" is null or "collection_items"."ends_at" is null or "collection_items"."starts_at" < "collection_items"."ends_at");