-- An email or phone counts where it was proven, or where the account has no proven contact at all. One that does not
-- count signs nobody in, so it does not keep its real owner from signing up.
DROP INDEX "customers_email_login";
DROP INDEX "customers_phone_login";
CREATE UNIQUE INDEX "customers_email_login" ON "customers" ("email")
  WHERE "status" = 'active' AND "password_hash" IS NOT NULL
    AND ("email_verified_at" IS NOT NULL OR "phone_verified_at" IS NULL);
CREATE UNIQUE INDEX "customers_phone_login" ON "customers" ("phone")
  WHERE "status" = 'active' AND "password_hash" IS NOT NULL
    AND ("phone_verified_at" IS NOT NULL OR "email_verified_at" IS NULL);
