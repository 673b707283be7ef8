/** SQL of the categories that products are in. */

/** Returns SQL for the slugs of the categories of products, with their ancestors. `ids` is an SQL array. */
export const selectCategorySlugs = (ids: string): string => `array(
  with recursive up as (
    select id, parent_id, slug from categories
    where id in (select category_id from products where id = any (${ids})
      union select category_id from product_categories where product_id = any (${ids}))
    union
    select c.id, c.parent_id, c.slug from up join categories c on c.id = up.parent_id
  )
  select slug from up)`;
