CREATE TABLE "terms_version" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"version" uuid NOT NULL,
	CONSTRAINT "terms_version_only" CHECK ("terms_version"."is_only")
);

INSERT INTO "terms_version" ("version") VALUES (gen_random_uuid());

CREATE FUNCTION "note_new_terms"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "terms_version" SET "version" = gen_random_uuid();
	RETURN NULL;
END
$$;

CREATE TRIGGER "settings_are_terms" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "settings" FOR EACH STATEMENT EXECUTE FUNCTION "note_new_terms"();

CREATE TRIGGER "states_are_terms" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "states" FOR EACH STATEMENT EXECUTE FUNCTION "note_new_terms"();

CREATE TRIGGER "delivery_methods_are_terms" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "delivery_methods" FOR EACH STATEMENT EXECUTE FUNCTION "note_new_terms"();

CREATE TRIGGER "delivery_zone_states_are_terms" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "delivery_zone_states" FOR EACH STATEMENT EXECUTE FUNCTION "note_new_terms"();

CREATE TRIGGER "delivery_rates_are_terms" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "delivery_rates" FOR EACH STATEMENT EXECUTE FUNCTION "note_new_terms"();

CREATE TRIGGER "delivery_slot_templates_are_terms" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "delivery_slot_templates" FOR EACH STATEMENT EXECUTE FUNCTION "note_new_terms"();

CREATE TRIGGER "payment_methods_are_terms" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "payment_methods" FOR EACH STATEMENT EXECUTE FUNCTION "note_new_terms"();
