-- An email or phone counts where it was proven, or where the account has no proven contact at all. One that does not
-- count signs nobody in, so it does not keep its real owner from signing up.
drop index customers_email_login;
drop index customers_phone_login;
create unique index customers_email_login on customers (email)
  where status = 'active' and password_hash is not null
    and (email_verified_at is not null or phone_verified_at is null);
create unique index customers_phone_login on customers (phone)
  where status = 'active' and password_hash is not null
    and (phone_verified_at is not null or email_verified_at is null);
