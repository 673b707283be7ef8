-- A reward for an order may ask for a minimum of goods; below it after refunds, it is taken back.
alter table earn_rules add column min_spend integer not null default 0;
alter table earn_rules add constraint earn_rules_min_spend check (min_spend >= 0);

-- Receipts are compared without case. Of earlier receipts that differ in case alone, the first is found by both spellings.
alter table till_receipts add column receipt_key text;
update till_receipts r set receipt_key = case when exists (
  select from till_receipts e where e.outlet_code = r.outlet_code and e.what = r.what and upper(e.receipt) = upper(r.receipt)
    and (e.created_at, e.id) < (r.created_at, r.id)) then r.receipt || ' ' || r.id else upper(r.receipt) end;
alter table till_receipts alter column receipt_key set not null;
alter table till_receipts drop constraint till_receipts_once;
alter table till_receipts add constraint till_receipts_once unique (outlet_code, receipt_key, what);

-- What a canceled order keeps of its payment, in sen: the price of vouchers that it sold and that were used. Null: nothing.
alter table orders add column kept bigint check (kept > 0);
