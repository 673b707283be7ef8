-- Lists send documents as they are and look into none: PostgreSQL sends json unchanged, and would write jsonb anew.
alter table product_listing alter column doc type json;
