-- `order_lines_product_order` begins with the same column.
drop index order_lines_product;
