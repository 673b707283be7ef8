import type { forms as en } from '../en/forms.ts';

export const forms: { readonly [Key in keyof typeof en]: string } = {
  'forms.problems': '{count, plural, other {有 # 处需要更正}}',
};
