-- The audit of one record, one member of staff or one action. An order's page also shows its refunds, whose subject ends
-- with the order's number.
create index staff_audit_order on staff_audit (substring(subject from 'order (\S+)$'), id);
create index staff_audit_staff on staff_audit (staff_email, id);
create index staff_audit_action on staff_audit (action, id);
create index staff_audit_at on staff_audit (at, id);
