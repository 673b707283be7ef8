import type { ui as en } from '../en/ui.ts';

export const ui: { readonly [Key in keyof typeof en]: string } = {
  'ui.optional': '（选填）',
  'ui.close': '关闭',
  'ui.error': '暂时无法加载。',
  'ui.error_network': '没有网络连接，请检查后重试。',
  'ui.retry': '重试',
  'ui.scroll_back': '上一组',
  'ui.scroll_on': '下一组',
  'ui.breadcrumbs': '当前位置',
  'ui.showing': '已显示 {shown} / {total}',
  'ui.load_more': '加载更多',
  'ui.copied': '已复制！',
};
