-- Without a transaction.
-- The daily job removes idle sessions, among all sessions.
drop index concurrently if exists customer_sessions_last_used;
create index concurrently customer_sessions_last_used on customer_sessions (remember, last_used_at);
