import type { search as en } from '../en/search.ts';

export const search: { readonly [Key in keyof typeof en]: string } = {
  'search.suggestions': '搜索建议',
  'search.back': '关闭搜索',
  'search.recent': '最近搜索',
  'search.recent_row': '搜索过',
  'search.popular': '大家都在买',
  'search.aisles': '分类',
  'search.aisle_row': '分类：{aisle}',
  'search.products': '商品',
  'search.in_aisle': '在{aisle}中搜索{keyword}',
  'search.brand': '品牌',
  'search.sold_out': '已售罄',
  'search.forget': '从最近搜索中移除“{text}”',
  'search.forget_all': '全部清除',
  'search.actions': '建议的操作',
  'search.tab_adds': '按 Tab 键加入购物车',
  'search.tab_forgets': '按 Tab 键移除',
  'search.count': '{count} 项建议，请用上下方向键选择。',
  'search.none': '没有建议',
};
