CREATE TABLE "states" (
	"id" text PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"name_en" text NOT NULL,
	"name_zh" text
);

CREATE TABLE "cart_lines" (
	"cart_id" uuid NOT NULL,
	"product_id" bigint NOT NULL,
	"variation_option_id" bigint,
	"position" smallint NOT NULL,
	"quantity" integer NOT NULL,
	"checkout" boolean DEFAULT true NOT NULL,
	"seen_price" integer NOT NULL,
	CONSTRAINT "cart_lines_one_per_option" UNIQUE NULLS NOT DISTINCT("cart_id","product_id","variation_option_id"),
	CONSTRAINT "cart_lines_quantity" CHECK ("cart_lines"."quantity" >= 1)
);

CREATE TABLE "carts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"guest_token_hash" text,
	"version" integer DEFAULT 0 NOT NULL,
	"choices" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "carts_guest_token_hash_unique" UNIQUE("guest_token_hash"),
	CONSTRAINT "carts_version" CHECK ("carts"."version" >= 0)
);

CREATE TABLE "brands" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "brands_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"image_hash" text NOT NULL,
	CONSTRAINT "brands_slug_unique" UNIQUE("slug")
);

CREATE TABLE "bundle_items" (
	"bundle_id" bigint NOT NULL,
	"position" smallint NOT NULL,
	"product_id" bigint NOT NULL,
	"variation_option_id" bigint,
	"quantity" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "bundle_items_bundle_id_position_pk" PRIMARY KEY("bundle_id","position"),
	CONSTRAINT "bundle_items_quantity" CHECK ("bundle_items"."quantity" >= 1),
	CONSTRAINT "bundle_items_not_itself" CHECK ("bundle_items"."bundle_id" <> "bundle_items"."product_id")
);

CREATE TABLE "catalog_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "catalog_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"product_id" bigint,
	"kind" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "categories" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "categories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"parent_id" bigint,
	"name_en" text NOT NULL,
	"name_zh" text,
	"stage" text NOT NULL,
	"position" integer NOT NULL,
	"image_hash" text NOT NULL,
	"show_in_sidemenu" boolean DEFAULT true NOT NULL,
	"show_in_footer" boolean DEFAULT false NOT NULL,
	"show_in_brand" boolean DEFAULT false NOT NULL,
	CONSTRAINT "categories_slug_unique" UNIQUE("slug"),
	CONSTRAINT "categories_not_own_parent" CHECK ("categories"."parent_id" <> "categories"."id")
);

CREATE TABLE "collection_items" (
	"collection_key" text NOT NULL,
	"position" integer NOT NULL,
	"product_id" bigint NOT NULL,
	CONSTRAINT "collection_items_collection_key_product_id_pk" PRIMARY KEY("collection_key","product_id")
);

CREATE TABLE "collections" (
	"key" text PRIMARY KEY NOT NULL,
	"name_en" text NOT NULL,
	"name_zh" text,
	"rule" jsonb NOT NULL,
	"max_items" integer
);

CREATE TABLE "customer_groups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "customer_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	CONSTRAINT "customer_groups_code_unique" UNIQUE("code")
);

CREATE TABLE "dietaries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dietaries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"position" integer NOT NULL,
	"name_en" text NOT NULL,
	"name_zh" text,
	CONSTRAINT "dietaries_slug_unique" UNIQUE("slug")
);

CREATE TABLE "group_prices" (
	"product_id" bigint NOT NULL,
	"group_id" bigint NOT NULL,
	"group_price" integer NOT NULL,
	CONSTRAINT "group_prices_product_id_group_id_pk" PRIMARY KEY("product_id","group_id"),
	CONSTRAINT "group_prices_positive" CHECK ("group_prices"."group_price" >= 0)
);

CREATE TABLE "import_drafts" (
	"import_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"handle" text NOT NULL,
	"draft" jsonb NOT NULL,
	"staged_at" timestamp with time zone NOT NULL,
	CONSTRAINT "import_drafts_import_id_position_pk" PRIMARY KEY("import_id","position"),
	CONSTRAINT "import_drafts_handle" UNIQUE("import_id","handle")
);

CREATE TABLE "inventory" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "inventory_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" bigint NOT NULL,
	"variation_option_id" bigint,
	"quantity" integer NOT NULL,
	"min_qty" integer DEFAULT 0 NOT NULL,
	"is_continuous_selling" boolean DEFAULT false NOT NULL,
	CONSTRAINT "inventory_of" UNIQUE NULLS NOT DISTINCT("product_id","variation_option_id"),
	CONSTRAINT "inventory_never_oversold" CHECK ("inventory"."quantity" >= 0 or "inventory"."is_continuous_selling"),
	CONSTRAINT "inventory_min_qty" CHECK ("inventory"."min_qty" >= 0)
);

CREATE TABLE "listing_counts" (
	"category_id" bigint PRIMARY KEY NOT NULL,
	"products_count" integer NOT NULL
);

CREATE TABLE "product_categories" (
	"product_id" bigint NOT NULL,
	"category_id" bigint NOT NULL,
	CONSTRAINT "product_categories_product_id_category_id_pk" PRIMARY KEY("product_id","category_id")
);

CREATE TABLE "product_dietaries" (
	"product_id" bigint NOT NULL,
	"dietary_id" bigint NOT NULL,
	CONSTRAINT "product_dietaries_product_id_dietary_id_pk" PRIMARY KEY("product_id","dietary_id")
);

CREATE TABLE "product_images" (
	"product_id" bigint NOT NULL,
	"position" smallint NOT NULL,
	"image_hash" text NOT NULL,
	CONSTRAINT "product_images_product_id_position_pk" PRIMARY KEY("product_id","position")
);

CREATE TABLE "product_listing" (
	"product_id" bigint PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"type" text NOT NULL,
	"doc" jsonb NOT NULL,
	"stock_ids" bigint[] NOT NULL,
	"price_now" integer NOT NULL,
	"on_sale" boolean NOT NULL,
	"is_deal" boolean NOT NULL,
	"is_bundle" boolean NOT NULL,
	"in_stock" boolean NOT NULL,
	"next_edge_at" timestamp with time zone,
	"deal_ends_at" timestamp with time zone,
	"brand_id" bigint,
	"category_ids" bigint[] NOT NULL,
	"tag_slugs" text[] NOT NULL,
	"dietary_slugs" text[] NOT NULL,
	"name_key_en" text collate "C" NOT NULL,
	"name_key_zh" text collate "C" NOT NULL,
	"names" text NOT NULL,
	"featured" integer,
	"sales_count" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"search" "tsvector" NOT NULL,
	CONSTRAINT "product_listing_slug_unique" UNIQUE("slug")
);

CREATE TABLE "product_tags" (
	"product_id" bigint NOT NULL,
	"tag_id" bigint NOT NULL,
	CONSTRAINT "product_tags_product_id_tag_id_pk" PRIMARY KEY("product_id","tag_id")
);

CREATE TABLE "products" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "products_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"sku" text,
	"brand_id" bigint,
	"category_id" bigint NOT NULL,
	"name_en" text NOT NULL,
	"name_zh" text,
	"title_en" text NOT NULL,
	"title_zh" text,
	"variant_en" text,
	"variant_zh" text,
	"description_en" text DEFAULT '' NOT NULL,
	"description_zh" text,
	"texts_en" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"texts_zh" jsonb,
	"price" integer NOT NULL,
	"min_sale_qty" integer DEFAULT 1 NOT NULL,
	"max_sale_qty" integer DEFAULT 0 NOT NULL,
	"bulky" boolean DEFAULT false NOT NULL,
	"weight" integer DEFAULT 0 NOT NULL,
	"size_amount" integer,
	"size_unit" text,
	"image_hash" text NOT NULL,
	"featured" integer,
	"sales_count" integer DEFAULT 0 NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "products_slug_unique" UNIQUE("slug"),
	CONSTRAINT "products_price" CHECK ("products"."price" >= 0),
	CONSTRAINT "products_type" CHECK ("products"."type" in ('simple', 'variable', 'voucher')),
	CONSTRAINT "products_status" CHECK ("products"."status" in ('draft', 'published', 'archived')),
	CONSTRAINT "products_limits" CHECK ("products"."min_sale_qty" >= 1 and "products"."max_sale_qty" >= 0 and ("products"."max_sale_qty" = 0 or "products"."max_sale_qty" >= "products"."min_sale_qty")),
	CONSTRAINT "products_weight" CHECK ("products"."weight" >= 0),
	CONSTRAINT "products_size" CHECK (("products"."size_amount" is null) = ("products"."size_unit" is null) and ("products"."size_amount" is null or "products"."size_amount" > 0))
);

CREATE TABLE "sales" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sales_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" bigint NOT NULL,
	"variation_option_id" bigint,
	"sale_price" integer NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"is_deal" boolean DEFAULT false NOT NULL,
	CONSTRAINT "sales_window" UNIQUE NULLS NOT DISTINCT("product_id","variation_option_id","starts_at","is_deal"),
	CONSTRAINT "sales_price" CHECK ("sales"."sale_price" >= 0),
	CONSTRAINT "sales_order" CHECK ("sales"."ends_at" is null or "sales"."starts_at" < "sales"."ends_at")
);

CREATE TABLE "tags" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tags_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"name_en" text NOT NULL,
	"name_zh" text,
	CONSTRAINT "tags_slug_unique" UNIQUE("slug")
);

CREATE TABLE "tier_prices" (
	"product_id" bigint NOT NULL,
	"qty" integer NOT NULL,
	"tier_price" integer NOT NULL,
	CONSTRAINT "tier_prices_product_id_qty_pk" PRIMARY KEY("product_id","qty"),
	CONSTRAINT "tier_prices_positive" CHECK ("tier_prices"."qty" >= 1 and "tier_prices"."tier_price" >= 0)
);

CREATE TABLE "variation_options" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "variation_options_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" bigint NOT NULL,
	"position" smallint NOT NULL,
	"sku" text,
	"title_en" text NOT NULL,
	"title_zh" text,
	"price" integer NOT NULL,
	"weight" integer DEFAULT 0 NOT NULL,
	"size_amount" integer,
	"size_unit" text,
	"bulky" boolean DEFAULT false NOT NULL,
	"image_hash" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "variation_options_of_product" UNIQUE("product_id","id"),
	CONSTRAINT "variation_options_price" CHECK ("variation_options"."price" >= 0),
	CONSTRAINT "variation_options_size" CHECK (("variation_options"."size_amount" is null) = ("variation_options"."size_unit" is null) and ("variation_options"."size_amount" is null or "variation_options"."size_amount" > 0))
);

CREATE TABLE "banners" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "banners_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"position" integer NOT NULL,
	"scene" text NOT NULL,
	"image_hash" text NOT NULL,
	"tile_hash" text NOT NULL,
	"title_en" text NOT NULL,
	"title_zh" text,
	"description_en" text NOT NULL,
	"description_zh" text,
	"cta_en" text NOT NULL,
	"cta_zh" text,
	"link" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	CONSTRAINT "banners_slug_unique" UNIQUE("slug"),
	CONSTRAINT "banners_window" CHECK ("banners"."ends_at" is null or "banners"."starts_at" is null or "banners"."starts_at" < "banners"."ends_at"),
	CONSTRAINT "banners_link_is_local" CHECK ("banners"."link" like '/%')
);

CREATE TABLE "images" (
	"hash" text PRIMARY KEY NOT NULL,
	"spec" jsonb NOT NULL
);

CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);

CREATE TABLE "delivery_methods" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "delivery_methods_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"shipping_class" text NOT NULL,
	"position" integer NOT NULL,
	"name_en" text NOT NULL,
	"name_zh" text,
	"description_en" text NOT NULL,
	"description_zh" text,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "delivery_methods_code_unique" UNIQUE("code")
);

CREATE TABLE "delivery_rates" (
	"method_id" bigint NOT NULL,
	"zone_id" bigint NOT NULL,
	"fee" integer NOT NULL,
	"free_min_amount" integer,
	"free_max_amount" integer,
	"free_min_quantity" integer,
	"free_max_quantity" integer,
	"free_min_weight" integer,
	CONSTRAINT "delivery_rates_method_id_zone_id_pk" PRIMARY KEY("method_id","zone_id"),
	CONSTRAINT "delivery_rates_fee" CHECK ("delivery_rates"."fee" >= 0),
	CONSTRAINT "delivery_rates_amounts" CHECK ("delivery_rates"."free_max_amount" is null or "delivery_rates"."free_min_amount" <= "delivery_rates"."free_max_amount"),
	CONSTRAINT "delivery_rates_quantities" CHECK ("delivery_rates"."free_max_quantity" is null or "delivery_rates"."free_min_quantity" <= "delivery_rates"."free_max_quantity")
);

CREATE TABLE "delivery_slot_templates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "delivery_slot_templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"method_id" bigint NOT NULL,
	"starts_minute" smallint NOT NULL,
	"ends_minute" smallint NOT NULL,
	"fee" integer DEFAULT 0 NOT NULL,
	"capacity" integer NOT NULL,
	"cutoff_minutes" integer NOT NULL,
	CONSTRAINT "delivery_slot_templates_start" UNIQUE("method_id","starts_minute"),
	CONSTRAINT "delivery_slot_templates_order" CHECK (0 <= "delivery_slot_templates"."starts_minute" and "delivery_slot_templates"."starts_minute" < "delivery_slot_templates"."ends_minute" and "delivery_slot_templates"."ends_minute" <= 1440),
	CONSTRAINT "delivery_slot_templates_numbers" CHECK ("delivery_slot_templates"."fee" >= 0 and "delivery_slot_templates"."capacity" >= 0 and "delivery_slot_templates"."cutoff_minutes" >= 0)
);

CREATE TABLE "delivery_slots" (
	"template_id" bigint NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"capacity" integer NOT NULL,
	"taken" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "delivery_slots_template_id_starts_at_pk" PRIMARY KEY("template_id","starts_at"),
	CONSTRAINT "delivery_slots_never_overbooked" CHECK (0 <= "delivery_slots"."taken" and "delivery_slots"."taken" <= "delivery_slots"."capacity")
);

CREATE TABLE "delivery_zone_states" (
	"state_id" text PRIMARY KEY NOT NULL,
	"zone_id" bigint NOT NULL
);

CREATE TABLE "delivery_zones" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "delivery_zones_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"name_en" text NOT NULL,
	"name_zh" text,
	CONSTRAINT "delivery_zones_code_unique" UNIQUE("code")
);

CREATE TABLE "idempotency_keys" (
	"owner" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer NOT NULL,
	"answer" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_owner_key_pk" PRIMARY KEY("owner","key")
);

CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);

CREATE TABLE "order_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"status" text NOT NULL,
	"payment_status" text NOT NULL,
	"note" text,
	"at" timestamp with time zone NOT NULL
);

CREATE TABLE "order_lines" (
	"order_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"product_id" bigint NOT NULL,
	"variation_option_id" bigint,
	"slug" text NOT NULL,
	"name_en" text NOT NULL,
	"name_zh" text,
	"variant_en" text,
	"variant_zh" text,
	"image_hash" text NOT NULL,
	"stage" text NOT NULL,
	"quantity" integer NOT NULL,
	"price" integer NOT NULL,
	"final_price" integer NOT NULL,
	"price_total" bigint NOT NULL,
	CONSTRAINT "order_lines_order_id_position_pk" PRIMARY KEY("order_id","position"),
	CONSTRAINT "order_lines_quantity" CHECK ("order_lines"."quantity" >= 1),
	CONSTRAINT "order_lines_total" CHECK ("order_lines"."price_total" = "order_lines"."final_price"::bigint * "order_lines"."quantity")
);

CREATE TABLE "order_stock" (
	"order_id" uuid NOT NULL,
	"inventory_id" bigint NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "order_stock_order_id_inventory_id_pk" PRIMARY KEY("order_id","inventory_id"),
	CONSTRAINT "order_stock_quantity" CHECK ("order_stock"."quantity" >= 1)
);

CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_number" text NOT NULL,
	"cart_id" uuid NOT NULL,
	"cart_version" integer NOT NULL,
	"guest_token_hash" text,
	"status" text NOT NULL,
	"payment_status" text NOT NULL,
	"payment_method" text NOT NULL,
	"lang" text NOT NULL,
	"currency" text DEFAULT 'MYR' NOT NULL,
	"contact_email" text NOT NULL,
	"contact_phone" text NOT NULL,
	"shipping_address" jsonb NOT NULL,
	"billing_address" jsonb NOT NULL,
	"delivery_method_id" bigint NOT NULL,
	"delivery_method_en" text NOT NULL,
	"delivery_method_zh" text,
	"slot_template_id" bigint,
	"slot_starts_at" timestamp with time zone,
	"slot_ends_at" timestamp with time zone,
	"shipping_remarks" text,
	"leave_at_door" boolean NOT NULL,
	"items_total" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"coupon_discount" bigint DEFAULT 0 NOT NULL,
	"delivery_fee" bigint NOT NULL,
	"bag_fee" bigint NOT NULL,
	"tip" bigint NOT NULL,
	"rounding" bigint NOT NULL,
	"grand_total" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "orders_order_number_unique" UNIQUE("order_number"),
	CONSTRAINT "orders_one_per_cart_version" UNIQUE("cart_id","cart_version"),
	CONSTRAINT "orders_status" CHECK ("orders"."status" in ('pending', 'processing', 'packed', 'delivery', 'complete', 'canceled')),
	CONSTRAINT "orders_payment_status" CHECK ("orders"."payment_status" in ('unpaid', 'paid', 'failed', 'refund_due', 'refunded')),
	CONSTRAINT "orders_total_adds_up" CHECK ("orders"."grand_total" = "orders"."items_total" - "orders"."discount" - "orders"."coupon_discount" + "orders"."delivery_fee" + "orders"."bag_fee" + "orders"."tip" + "orders"."rounding"),
	CONSTRAINT "orders_total_not_negative" CHECK ("orders"."grand_total" >= 0),
	CONSTRAINT "orders_rounding" CHECK ("orders"."rounding" between -2 and 2)
);

CREATE TABLE "payment_methods" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_methods_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"position" integer NOT NULL,
	"name_en" text NOT NULL,
	"name_zh" text,
	"note_en" text NOT NULL,
	"note_zh" text,
	"gateway" text,
	"is_active" boolean NOT NULL,
	CONSTRAINT "payment_methods_code_unique" UNIQUE("code")
);

CREATE TABLE "outlets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outlets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"name_en" text NOT NULL,
	"name_zh" text,
	"street_address" text NOT NULL,
	"postcode" text NOT NULL,
	"state_id" text NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"phone" text NOT NULL,
	"hours" jsonb NOT NULL,
	CONSTRAINT "outlets_code_unique" UNIQUE("code"),
	CONSTRAINT "outlets_postcode" CHECK ("outlets"."postcode" ~ '^[0-9]{5}$'),
	CONSTRAINT "outlets_place" CHECK ("outlets"."latitude" between -90 and 90 and "outlets"."longitude" between -180 and 180)
);

ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."carts"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_option_of_product" FOREIGN KEY ("product_id","variation_option_id") REFERENCES "public"."variation_options"("product_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "brands" ADD CONSTRAINT "brands_image_hash_images_hash_fk" FOREIGN KEY ("image_hash") REFERENCES "public"."images"("hash") ON DELETE no action ON UPDATE no action;
ALTER TABLE "bundle_items" ADD CONSTRAINT "bundle_items_bundle_id_products_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "bundle_items" ADD CONSTRAINT "bundle_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "bundle_items" ADD CONSTRAINT "bundle_items_option_of_product" FOREIGN KEY ("product_id","variation_option_id") REFERENCES "public"."variation_options"("product_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "categories" ADD CONSTRAINT "categories_parent_id_categories_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "categories" ADD CONSTRAINT "categories_image_hash_images_hash_fk" FOREIGN KEY ("image_hash") REFERENCES "public"."images"("hash") ON DELETE no action ON UPDATE no action;
ALTER TABLE "collection_items" ADD CONSTRAINT "collection_items_collection_key_collections_key_fk" FOREIGN KEY ("collection_key") REFERENCES "public"."collections"("key") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "collection_items" ADD CONSTRAINT "collection_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "group_prices" ADD CONSTRAINT "group_prices_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "group_prices" ADD CONSTRAINT "group_prices_group_id_customer_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."customer_groups"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "inventory" ADD CONSTRAINT "inventory_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "inventory" ADD CONSTRAINT "inventory_option_of_product" FOREIGN KEY ("product_id","variation_option_id") REFERENCES "public"."variation_options"("product_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "product_categories" ADD CONSTRAINT "product_categories_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "product_categories" ADD CONSTRAINT "product_categories_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "product_dietaries" ADD CONSTRAINT "product_dietaries_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "product_dietaries" ADD CONSTRAINT "product_dietaries_dietary_id_dietaries_id_fk" FOREIGN KEY ("dietary_id") REFERENCES "public"."dietaries"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_image_hash_images_hash_fk" FOREIGN KEY ("image_hash") REFERENCES "public"."images"("hash") ON DELETE no action ON UPDATE no action;
ALTER TABLE "product_listing" ADD CONSTRAINT "product_listing_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "product_tags" ADD CONSTRAINT "product_tags_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "product_tags" ADD CONSTRAINT "product_tags_tag_id_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."tags"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "products" ADD CONSTRAINT "products_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "products" ADD CONSTRAINT "products_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "products" ADD CONSTRAINT "products_image_hash_images_hash_fk" FOREIGN KEY ("image_hash") REFERENCES "public"."images"("hash") ON DELETE no action ON UPDATE no action;
ALTER TABLE "sales" ADD CONSTRAINT "sales_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "sales" ADD CONSTRAINT "sales_option_of_product" FOREIGN KEY ("product_id","variation_option_id") REFERENCES "public"."variation_options"("product_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "tier_prices" ADD CONSTRAINT "tier_prices_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "variation_options" ADD CONSTRAINT "variation_options_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "variation_options" ADD CONSTRAINT "variation_options_image_hash_images_hash_fk" FOREIGN KEY ("image_hash") REFERENCES "public"."images"("hash") ON DELETE no action ON UPDATE no action;
ALTER TABLE "banners" ADD CONSTRAINT "banners_image_hash_images_hash_fk" FOREIGN KEY ("image_hash") REFERENCES "public"."images"("hash") ON DELETE no action ON UPDATE no action;
ALTER TABLE "banners" ADD CONSTRAINT "banners_tile_hash_images_hash_fk" FOREIGN KEY ("tile_hash") REFERENCES "public"."images"("hash") ON DELETE no action ON UPDATE no action;
ALTER TABLE "delivery_rates" ADD CONSTRAINT "delivery_rates_method_id_delivery_methods_id_fk" FOREIGN KEY ("method_id") REFERENCES "public"."delivery_methods"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "delivery_rates" ADD CONSTRAINT "delivery_rates_zone_id_delivery_zones_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."delivery_zones"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "delivery_slot_templates" ADD CONSTRAINT "delivery_slot_templates_method_id_delivery_methods_id_fk" FOREIGN KEY ("method_id") REFERENCES "public"."delivery_methods"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "delivery_slots" ADD CONSTRAINT "delivery_slots_template_id_delivery_slot_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."delivery_slot_templates"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "delivery_zone_states" ADD CONSTRAINT "delivery_zone_states_state_id_states_id_fk" FOREIGN KEY ("state_id") REFERENCES "public"."states"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "delivery_zone_states" ADD CONSTRAINT "delivery_zone_states_zone_id_delivery_zones_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."delivery_zones"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "order_history" ADD CONSTRAINT "order_history_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "order_stock" ADD CONSTRAINT "order_stock_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "order_stock" ADD CONSTRAINT "order_stock_inventory_id_inventory_id_fk" FOREIGN KEY ("inventory_id") REFERENCES "public"."inventory"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "outlets" ADD CONSTRAINT "outlets_state_id_states_id_fk" FOREIGN KEY ("state_id") REFERENCES "public"."states"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "carts_expiry" ON "carts" USING btree ("expires_at");
CREATE INDEX "bundle_items_product" ON "bundle_items" USING btree ("product_id");
CREATE INDEX "catalog_changes_xid" ON "catalog_changes" USING btree ("xid");
CREATE INDEX "categories_parent" ON "categories" USING btree ("parent_id","position");
CREATE INDEX "collection_items_position" ON "collection_items" USING btree ("collection_key","position");
CREATE INDEX "import_drafts_staged" ON "import_drafts" USING btree ("staged_at");
CREATE INDEX "product_categories_category" ON "product_categories" USING btree ("category_id");
CREATE INDEX "product_dietaries_dietary" ON "product_dietaries" USING btree ("dietary_id");
CREATE INDEX "product_listing_price" ON "product_listing" USING btree ("price_now","product_id");
CREATE INDEX "product_listing_name_en" ON "product_listing" USING btree ("name_key_en","product_id");
CREATE INDEX "product_listing_name_zh" ON "product_listing" USING btree ("name_key_zh","product_id");
CREATE INDEX "product_listing_created" ON "product_listing" USING btree ("created_at","product_id");
CREATE INDEX "product_listing_sales" ON "product_listing" USING btree ("sales_count","product_id");
CREATE INDEX "product_listing_featured" ON "product_listing" USING btree ("featured","sales_count" DESC NULLS FIRST,"product_id");
CREATE INDEX "product_listing_available" ON "product_listing" USING btree ("featured","sales_count" DESC NULLS FIRST,"product_id") WHERE "product_listing"."in_stock";
CREATE INDEX "product_listing_deal" ON "product_listing" USING btree ("deal_ends_at") WHERE "product_listing"."is_deal";
CREATE INDEX "product_listing_bundle" ON "product_listing" USING btree ("product_id") WHERE "product_listing"."is_bundle";
CREATE INDEX "product_listing_edge" ON "product_listing" USING btree ("next_edge_at");
CREATE INDEX "product_listing_brand" ON "product_listing" USING btree ("brand_id");
CREATE INDEX "product_listing_categories" ON "product_listing" USING gin ("category_ids");
CREATE INDEX "product_listing_tags" ON "product_listing" USING gin ("tag_slugs");
CREATE INDEX "product_listing_dietaries" ON "product_listing" USING gin ("dietary_slugs");
CREATE INDEX "product_listing_search" ON "product_listing" USING gin ("search");
CREATE INDEX "product_tags_tag" ON "product_tags" USING btree ("tag_id");
CREATE UNIQUE INDEX "products_sku" ON "products" USING btree ("sku") WHERE "products"."sku" is not null;
CREATE INDEX "products_category" ON "products" USING btree ("category_id");
CREATE INDEX "products_brand" ON "products" USING btree ("brand_id");
CREATE INDEX "variation_options_product" ON "variation_options" USING btree ("product_id","position");
CREATE UNIQUE INDEX "variation_options_sku" ON "variation_options" USING btree ("sku") WHERE "variation_options"."sku" is not null;
CREATE INDEX "banners_position" ON "banners" USING btree ("position");
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");
CREATE INDEX "order_history_order" ON "order_history" USING btree ("order_id","id");
CREATE INDEX "order_lines_product" ON "order_lines" USING btree ("product_id");
CREATE INDEX "orders_created" ON "orders" USING btree ("created_at");
CREATE INDEX "outlets_state" ON "outlets" USING btree ("state_id");