import { formatMessage } from '@shop/core/messages/format';
import { expect, test } from 'vitest';
import { en } from './en/bundles/all.ts';
import { pseudoLocalize } from './pseudo-locale.ts';

const listPlaceholders = (text: string) => text.match(/\{\w+(?:, plural,(?:\s*\w+ \{[^{}]*\})+|, duration)?\}/g) ?? [];

test('every message keeps its placeholders, and its words become longer and right-to-left', () => {
  const pseudo = pseudoLocalize(en);
  expect(Object.keys(pseudo)).toEqual(Object.keys(en));
  for (const [key, message] of Object.entries(en)) {
    expect(listPlaceholders(pseudo[key] ?? ''), key).toEqual(listPlaceholders(message));
    const words = message.replaceAll(/\{.*\}/g, '');
    if (/\p{L}/u.test(words)) expect(pseudo[key]?.length, key).toBeGreaterThan(message.length + words.length / 4);
  }
});

test('parameters are filled in', () => {
  const { greeting = '' } = pseudoLocalize({ greeting: 'Hello {name}, see you' });
  expect(formatMessage(greeting, { name: 'Mei Ling' })).toBe(
    '\u200f\u202eHello ··\u202cMei Ling\u200f\u202e, see you···\u202c',
  );
});
