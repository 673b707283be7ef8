-- Barcodes (EAN, UPC): digits only.
alter table products add column barcode text;
alter table variation_options add column barcode text;
create index products_barcode on products (barcode) where barcode is not null;
create index variation_options_barcode on variation_options (barcode) where barcode is not null;
