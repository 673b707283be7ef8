import { expect, test } from 'vitest';
import { formatRefusal } from '../refusal-text.ts';
import { checkPassword } from './password.ts';

test.each(['12345678', 'correct horse battery staple', ' 12 34 5678 ', '八个汉字的密码吧'])(
  '%j is long enough',
  (password) => {
    expect(checkPassword(password)).toBeNull();
  },
);

test.each([
  '',
  '1234567',
  '七个字的密码啊',
  '😀😀😀😀',
  ' '.repeat(10),
  '　'.repeat(9),
  '\u200b'.repeat(12),
  '   12345   ',
])("docs/spec.md §5: 'Password must have at least 8 characters': %j", (password) => {
  const refusal = checkPassword(password);
  expect(refusal && formatRefusal(refusal, 'en')).toBe('Password must have at least 8 characters');
});
