import type { forms as en } from '../en/forms.ts';

export const forms: { readonly [Key in keyof typeof en]: string } = {
  'forms.problems': '{count, plural, other {有 # 处需要更正}}',
  'forms.failed': '出了点问题，请检查网络后再试。',
  'forms.wait': '尝试次数过多，请等待 {count} 分钟后再试。',
  'forms.wait_seconds': '请等待 {count} 秒后再试。',
};
