import type { miniProgram as en } from '../en/mini-program.ts';

export const miniProgram: { readonly [Key in keyof typeof en]: string } = {
  'tng.continue': '用 Touch ’n Go 登录',
  'tng.continue_text': '用您的 Touch ’n Go 账户登录，即可赚取积分，并在这里和我们的网站上查看订单。',
  'tng.welcome': '您已用 Touch ’n Go 登录，{name}，您好。',
  'tng.loading': '正在从 Touch ’n Go 读取您的资料…',
  'tng.checkout_text': '用 Touch ’n Go 登录即可自动填写姓名和电话，也可直接在下方填写。',
  'tng.sign_in_failed': 'Touch ’n Go 没有响应。请重试，也可以不登录继续购物。',
  'tng.opening': '正在打开 Touch ’n Go…',
  'tng.opening_text': '请在 Touch ’n Go 核对金额并确认付款。',
  'tng.pay': '用 Touch ’n Go 付款',
  'tng.pay_text': '您的订单已保留。请打开付款页面，在 Touch ’n Go 确认付款。',
  'tng.cancelled_title': '您已离开付款页面',
  'tng.cancelled': '您在 Touch ’n Go 的付款尚未完成。',
  'tng.failed_title': 'Touch ’n Go 未能扣款',
  'tng.failed': '请检查 Touch ’n Go 的余额或银行卡，再重试或换一种方式。',
  'tng.offline_title': '连接已中断',
  'tng.offline': '如果付款其实已成功，此页面稍后会显示结果。请先稍等，再重新付款。',
  'tng.outside_title': '请在 Touch ’n Go App 内付款',
  'tng.outside': '这种方式只能在 Touch ’n Go App 内付款。您可以在订单页选择其他方式。',
};
