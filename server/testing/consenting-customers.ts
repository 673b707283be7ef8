/**
 * SQL query: adds $1 customers with a verified email, consent to marketing and a phone of the app; returns their ids.
 */
export const ADD_CONSENTING_CUSTOMERS = `
  with customer as (
    insert into customers (id, name, display_name, email, email_verified_at, lang, referral_code, created_at, updated_at)
    select gen_random_uuid(), 'Mei Ling', 'Mei Ling', 'reader' || n || '.' || gen_random_uuid() || '@example.com', now(), 'en',
      gen_random_uuid()::text, now(), now()
    from generate_series(1, $1::int) n returning id
  ), consent as (
    insert into consents (customer_id, kind, given, version, channel, at)
    select id, 'marketing', true, '2026-11-01', 'web', now() from customer
  ), session as (
    insert into customer_sessions (id, customer_id, token_hash, platform, device, remember, created_at, last_used_at, expires_at)
    select gen_random_uuid(), id, 'app.' || id, 'android', '', true, now(), now(), now() + interval '30 days' from customer
    returning id, customer_id
  ), phone as (
    insert into push_tokens (id, token, token_hash, customer_id, session_id, platform, lang, created_at, used_at)
    select gen_random_uuid(), 'phone.' || id, 'phone.' || id, customer_id, id, 'android', 'en', now(), now() from session
  )
  select id from customer`;
