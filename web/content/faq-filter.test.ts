import { expect, test } from 'vitest';
import { findQuestions, groupQuestions } from './faq-filter.ts';

const questions = [
  { slug: 'a', title: 'Can I order as a guest?', body: '<p>Yes, with a <strong>phone</strong> &amp; email.</p>' },
  { slug: 'b', title: '如何退款？', body: '<p>七天内退回，退款到原付款方式。</p>' },
];
const found = (asked: string) => findQuestions(questions, asked).map(({ slug }) => slug);

test('every word must occur, in the question or in its answer, whatever its case', () => {
  expect(found('GUEST phone')).toEqual(['a']);
  expect(found('guest coins')).toEqual([]);
  expect(found('退款')).toEqual(['b']);
});

test('marks of the text are no words, its entities are characters', () => {
  expect(found('strong')).toEqual([]);
  expect(found('&')).toEqual(['a']);
});

test('nothing asked is everything', () => {
  expect(found('  ')).toEqual(['a', 'b']);
});

test('questions of a kind stand together under its name, in their order', () => {
  const question = (slug: string, group?: string) => ({ slug, title: slug, body: '', ...(group && { group }) });
  const [a, b, c, d] = [question('a', 'Orders'), question('b', 'Orders'), question('c'), question('d', 'Data')];
  expect(groupQuestions([a, b, c, d])).toEqual([
    { group: 'Orders', questions: [a, b] },
    { group: undefined, questions: [c] },
    { group: 'Data', questions: [d] },
  ]);
});
