-- Names of promotions in the shop's folder.

alter table promotions add column key text;
update promotions set key = 'promotion-' || id;
alter table promotions alter column key set not null, add constraint promotions_key_key unique (key);
