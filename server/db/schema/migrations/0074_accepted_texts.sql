-- Who agreed to the terms agreed to the privacy policy by the same sentence: each has a version of its own from now on.
-- `terms-notice` and `privacy-policy-notice` are changed texts whose announcement a customer closed.
insert into consents (customer_id, kind, given, version, channel, at)
select customer_id, 'privacy-policy', given, version, channel, at from consents where kind = 'terms' order by at, id;
