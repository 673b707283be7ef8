-- Bundles follow the shop's share of saving (docs/readings.md#30): each is published again by the first process that starts.
update products set updated_at = published_at - interval '1 second'
where published_at <= now() and id in (select bundle_id from bundle_items);
