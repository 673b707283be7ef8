import type { alerts as en } from '../en/alerts.ts';

export const alerts: { readonly [Key in keyof typeof en]: string } = {
  'alerts.back-in-stock': '到货时通知我',
  'alerts.price-drop': '降价时通知我',
  'alerts.on_back-in-stock': '到货时我们会通知您',
  'alerts.on_price-drop': '降价时我们会通知您',
  'alerts.off': '提醒已取消',
  'alerts.failed': '提醒无法保存，请再试一次。',
  'alerts.title': '用电邮通知我',
  'alerts.text': '我们会寄链接给您确认电邮，确认后您就会收到提醒。',
  'alerts.email': '电邮',
  'alerts.send': '寄链接给我',
  'alerts.sent': '链接已寄出，请查看电邮',
  'alerts.confirmed': '您的提醒已确认',
  'alerts.ended': '您的提醒已结束',
  'alerts.ended_text': '我们不会再就 {name} 发电邮给您。',
  'alerts.confirmed_back-in-stock': '{name} 到货时，我们会发电邮给您。',
  'alerts.confirmed_price-drop': '{name} 降价时，我们会发电邮给您。',
  'alerts.invalid': '此链接无效',
  'alerts.product': '查看商品',
  'alerts.list': '我的提醒',
  'alerts.end': '取消提醒：{name}',
};
