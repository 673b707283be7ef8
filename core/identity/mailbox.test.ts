import { expect, test } from 'vitest';
import { mailboxKey } from './mailbox.ts';

test.each([
  ['aisyah@example.com', 'aisyah@example.com'],
  ['Aisyah@Example.com ', 'aisyah@example.com'],
  ['aisyah+1@example.com', 'aisyah@example.com'],
  ['aisyah+shop+2@example.com', 'aisyah@example.com'],
  ['aisyah.binti@example.com', 'aisyah.binti@example.com'],
  ['+aisyah@example.com', '+aisyah@example.com'],
  ['ai.sy.ah+kk@gmail.com', 'aisyah@gmail.com'],
  ['aisyah@googlemail.com', 'aisyah@gmail.com'],
])('%s reaches the mailbox %s', (email, mailbox) => {
  expect(mailboxKey(email)).toBe(mailbox);
});
