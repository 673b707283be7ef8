-- The kinds of storage that a method keeps on the way.
alter table delivery_methods add column carries text[] not null default '{}';
alter table delivery_methods add constraint delivery_methods_carries check (carries <@ array['frozen']);
update delivery_methods set carries = '{frozen}' where shipping_class = 'chilled';
