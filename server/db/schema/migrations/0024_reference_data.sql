-- Reference data that every shop has, whatever it sells: the states and the named collections of docs/spec.md §7.

insert into states (id, position, name_en, name_zh) values
  ('MY-01', 0, 'Johor', '柔佛'),
  ('MY-02', 1, 'Kedah', '吉打'),
  ('MY-03', 2, 'Kelantan', '吉兰丹'),
  ('MY-04', 3, 'Melaka', '马六甲'),
  ('MY-05', 4, 'Negeri Sembilan', '森美兰'),
  ('MY-06', 5, 'Pahang', '彭亨'),
  ('MY-07', 6, 'Pulau Pinang', '槟城'),
  ('MY-08', 7, 'Perak', '霹雳'),
  ('MY-09', 8, 'Perlis', '玻璃市'),
  ('MY-10', 9, 'Selangor', '雪兰莪'),
  ('MY-11', 10, 'Terengganu', '登嘉楼'),
  ('MY-12', 11, 'Sabah', '沙巴'),
  ('MY-13', 12, 'Sarawak', '砂拉越'),
  ('MY-14', 13, 'W.P. Kuala Lumpur', '吉隆坡联邦直辖区'),
  ('MY-15', 14, 'W.P. Labuan', '纳闽联邦直辖区'),
  ('MY-16', 15, 'W.P. Putrajaya', '布城联邦直辖区')
on conflict do nothing;

insert into collections (key, name_en, name_zh, rule, max_items) values
  ('best_seller', 'Best sellers', '热销商品', '{"by": "best_sellers"}', 40),
  ('best_seller_grocery', 'Best-selling groceries', '热销杂货',
    '{"by": "best_sellers", "category_slug": "fresh,bakery-breakfast,pantry,chilled-frozen,drinks"}', 40),
  ('popular', 'Popular now', '近期人气', '{"by": "popular"}', 40),
  ('cookies', 'Cookies', '曲奇', '{"by": "category", "category_slug": "cookies-biscuits"}', null),
  ('chips', 'Chips', '薯片', '{"by": "category", "category_slug": "potato-cassava-chips"}', null),
  ('popcorn_jerky', 'Popcorn & jerky', '爆米花与肉干', '{"by": "category", "category_slug": "popcorn-jerky"}', null),
  ('fresh_vegetables', 'Fresh vegetables', '新鲜蔬菜', '{"by": "category", "category_slug": "fresh-vegetables"}', null),
  ('new_arrivals', 'New arrivals', '新品上架', '{"by": "newest"}', 24),
  ('shocking_deals', 'Shocking deals', '惊喜特价', '{"by": "deals"}', null),
  ('bundles', 'Bundles', '超值配套', '{"by": "bundles"}', null)
on conflict do nothing;

-- The Markdown that an information text was written as; its sections are rendered from it.
alter table static_blocks add column source_en text, add column source_zh text;
