/** Which questions of the FAQ a few words find. */
import type { StaticBlock } from '@shop/contract/content';

export type Question = StaticBlock['sections'][number];

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** As people compare words: no case, no accents, no difference of widths. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** What stands in a text, without its marks. */
const textOf = (html: string): string =>
  html.replace(/<[^>]*>/g, ' ').replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);

/** The questions in which every one of the words occurs, in the question or in its answer; all where nothing is asked. */
export function findQuestions(questions: readonly Question[], keyword: string): readonly Question[] {
  const words = plain(keyword).split(/\s+/).filter(Boolean);
  if (words.length === 0) return questions;
  return questions.filter(({ title, body }) => {
    const text = plain(`${title} ${textOf(body)}`);
    return words.every((word) => text.includes(word));
  });
}

/** Questions of one kind under its name; those without one stand alone. */
export type QuestionGroup = { group: string | undefined; questions: Question[] };

/** The questions in their order, neighbours of a kind together. */
export function groupQuestions(questions: readonly Question[]): QuestionGroup[] {
  const groups: QuestionGroup[] = [];
  for (const question of questions) {
    const last = groups.at(-1);
    if (last !== undefined && last.group === question.group) last.questions.push(question);
    else groups.push({ group: question.group, questions: [question] });
  }
  return groups;
}
