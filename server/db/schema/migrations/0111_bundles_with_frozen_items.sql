-- Bundles have the frozen categories of their items (docs/readings.md#54): each is published again by the first process that starts.
update products set updated_at = published_at - interval '1 second'
where published_at <= now() and id in (select bundle_id from bundle_items);
