import { expect, test } from 'vitest';
import { filterQuestions, groupQuestions } from './faq-filter.ts';

const questions = [
  { slug: 'a', title: 'Can I order as a guest?', body: '<p>Yes, with a <strong>phone</strong> &amp; email.</p>' },
  { slug: 'b', title: '如何退款？', body: '<p>七天内退回，退款到原付款方式。</p>' },
];
const filterSlugs = (keyword: string) => filterQuestions(questions, keyword).map(({ slug }) => slug);

test('finds questions that contain every word in the title or the answer, in any case', () => {
  expect(filterSlugs('GUEST phone')).toEqual(['a']);
  expect(filterSlugs('guest coins')).toEqual([]);
  expect(filterSlugs('退款')).toEqual(['b']);
});

test('ignores markup and decodes entities', () => {
  expect(filterSlugs('strong')).toEqual([]);
  expect(filterSlugs('&')).toEqual(['a']);
});

test('returns all questions for an empty search', () => {
  expect(filterSlugs('  ')).toEqual(['a', 'b']);
});

test('groups adjacent questions under the name of their group, in order', () => {
  const question = (slug: string, group?: string) => ({ slug, title: slug, body: '', ...(group && { group }) });
  const [a, b, c, d] = [question('a', 'Orders'), question('b', 'Orders'), question('c'), question('d', 'Data')];
  expect(groupQuestions([a, b, c, d])).toEqual([
    { group: 'Orders', questions: [a, b] },
    { group: undefined, questions: [c] },
    { group: 'Data', questions: [d] },
  ]);
});
