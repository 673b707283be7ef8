-- Reads the table while it is written to.
alter table staff_approvals validate constraint staff_approvals_kind;
