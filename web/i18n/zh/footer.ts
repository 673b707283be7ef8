import type { footer as en } from '../en/footer.ts';

export const footer: { readonly [Key in keyof typeof en]: string } = {
  'footer.about': '始于{year}年的杂货店，如今全马已有{outlets}。',
  'footer.shop': '选购',
  'footer.help': '帮助',
  'footer.members': '会员',
  'footer.company': '关于',
  'footer.contact': '联络方式',
  'footer.all_brands': '全部品牌',
  'footer.payment_methods': '付款方式',
  'footer.registration': '{name} · 注册编号 {number}',
  'footer.whatsapp': 'WhatsApp',
  'footer.hours': '客服时间',
  'footer.aboutUs': '关于我们',
  'footer.contactUs': '联络我们',
  'footer.terms': '条款与条件',
  'footer.privacyPolicy': '隐私政策',
  'footer.deliveryPolicy': '配送政策',
  'footer.returnPolicy': '退换政策',
  'footer.tracking': '追踪设置',
  'footer.faq': '常见问题',
};
