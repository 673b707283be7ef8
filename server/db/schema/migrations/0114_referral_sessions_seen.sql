-- Without a transaction.
-- The daily clean-up deletes old sessions.
drop index concurrently if exists referral_sessions_seen;
create index concurrently referral_sessions_seen on referral_sessions (seen_at);
