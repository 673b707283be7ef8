-- Terms of issued vouchers, vouchers that an action issues, and the order of a wallet's entries.

-- The terms under which a customer got the voucher, whatever its definition says later.
alter table own_vouchers add column terms jsonb;

create function voucher_terms(id bigint) returns jsonb language sql stable as $$
  select jsonb_build_object('goods_en', v.goods_en, 'goods_zh', v.goods_zh, 'benefit', v.benefit, 'min_spend', v.min_spend,
    'first_order_only', v.first_order_only, 'categories', v.categories, 'brands', v.brands, 'weekdays', v.weekdays,
    'with_coupons', v.with_coupons, 'usable', v.usable)
  from vouchers v where v.id = $1
$$;
update own_vouchers set terms = voucher_terms(voucher_id);
alter table own_vouchers alter column terms set not null;

create function freeze_voucher_terms() returns trigger language plpgsql as $$
begin
  new.terms := voucher_terms(new.voucher_id);
  return new;
end $$;
create trigger own_vouchers_terms before insert on own_vouchers for each row execute function freeze_voucher_terms();

-- A cart prices the voucher that it names by its terms: changed definitions no longer change prices.
drop trigger raises_settings_version on vouchers;

-- `EARN_ACTIONS` of core/loyalty/wallet.ts whose reward includes the voucher; null: none.
alter table vouchers add column issued_for text;

-- Orders entries that were written at the same time.
alter table wallet_entries add column number bigint generated always as identity;
