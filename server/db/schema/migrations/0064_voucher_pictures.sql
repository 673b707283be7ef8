-- A voucher's picture; null: none.
alter table vouchers add column image_hash text references images (hash);
