-- Store referrals: which outlet brought a customer, and the welcome reward.

create table store_referrals (
  customer_id uuid primary key references customers,
  outlet_code text not null, -- no foreign key: outlets come and go
  created_at timestamptz not null
);
create index store_referrals_outlet on store_referrals (outlet_code);

insert into earn_rules (action, kind, amount, per) values ('welcome', 'point', 50, 'once');
