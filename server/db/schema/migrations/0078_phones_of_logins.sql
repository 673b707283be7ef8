-- The phone that a login's provider verified, in E.164: a recovery by it leaves the login linked.
alter table customer_logins add column phone text;
