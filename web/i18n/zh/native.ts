import type { native as en } from '../en/native.ts';

export const native: { readonly [Key in keyof typeof en]: string } = {
  'native.exit': '再按一次退出',
  'native.update': '立即更新',
  'native.update_search': '请到应用商店查找更新。',
  'native.update_required': '请更新 App 后继续使用',
  'native.update_required_text': '此版本已停用。更新后，您的购物车和账户都还在。',
  'native.update_offer': '新版本已推出',
  'native.update_offer_text': '{version} 版带来最新的改进与修复。',
  'native.unseen': '手机上还没有此页面的内容，恢复联网后会自动打开。',
  'native.refreshing': '正在刷新…',
  'native.refreshed': '已是最新',
  'native.refresh_failed': '未能刷新，请检查网络。',
  'native.later': '以后再说',
  'native.push_offer': '随时掌握订单进度',
  'native.push_offer_text':
    '订单打包、出发配送和送达时，我们会通知您。接下来手机会询问您是否允许。您可以随时在通知设置里更改。',
  'native.push_allow': '开启通知',
  'native.push_on': '此手机已开启通知',
  'native.push_on_text': '请在下方选择要接收哪些通知。',
  'native.push_off': '此手机未开启通知',
  'native.push_off_text': '开启后，不用打开 App 也能知道订单进度。',
  'native.push_help_android': '如要开启，请到手机的“设置 > 应用 > {app} > 通知”，然后允许通知。',
  'native.push_help_ios': '如要开启，请到 iPhone 的“设置 > 通知 > {app}”，然后打开“允许通知”。',
  'native.push_view': '查看',
};
