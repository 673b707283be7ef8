import { expect, test } from 'vitest';
import { withoutLinks } from './mail-parts.ts';

test.each([
  ['S.Kumar a/l Rajan', 'S. Kumar a/l Rajan'],
  ['No. 12, Jalan SS2/24, 47300 Petaling Jaya', 'No. 12, Jalan SS2/24, 47300 Petaling Jaya'],
  ['Ring at 8:30, bring 1.5 kg', 'Ring at 8:30, bring 1.5 kg'],
  ['请放门口。谢谢', '请放门口。谢谢'],
  ['example。com', 'example。 com'],
  ['see www.example.com', 'see www. example. com'],
  ['http://example.com/a', 'http: //example. com/a'],
  ['me@example.com', 'me @ example. com'],
  ['two\n\nlines', 'two lines'],
  ['ｗｗｗ．ｅｘａｍｐｌｅ．ｃｏｍ', 'www. example. com'],
])('%j reads %j', (typed, text) => expect(withoutLinks(typed)).toBe(text));

test('shortens a long text', () => expect(withoutLinks('a'.repeat(500))).toHaveLength(201));
