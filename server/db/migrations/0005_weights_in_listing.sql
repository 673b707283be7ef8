UPDATE "product_listing" AS l SET "doc" = l."doc" || jsonb_build_object(
	'weight', p."weight",
	'options', (
		SELECT coalesce(jsonb_agg(
			listed.option || jsonb_build_object('weight', o."weight", 'bulky', o."bulky") ORDER BY listed.place
		), '[]')
		FROM jsonb_array_elements(l."doc"->'options') WITH ORDINALITY AS listed (option, place)
		JOIN "variation_options" o ON o."id" = (listed.option->>'id')::bigint
	)
)
FROM "products" p WHERE p."id" = l."product_id";
