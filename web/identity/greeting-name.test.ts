import { expect, test } from 'vitest';
import { chooseGreetingName } from './greeting-name.ts';

test.each([
  ['Mei Ling', 'Mei Ling'],
  ['+60123456789', ''],
  ['mei.88', ''],
])('greets %s as "%s"', (display_name, name) => {
  expect(chooseGreetingName({ display_name, email: 'mei.88@example.com', phone: '60123456789' })).toBe(name);
});
