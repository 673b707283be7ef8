import type { StaticBlock } from '@shop/contract/content';

export type Question = StaticBlock['sections'][number];

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** Normalizes case, accents and character width. */
const normalize = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Strips the markup from a text. */
const stripTags = (html: string): string =>
  html.replace(/<[^>]*>/g, ' ').replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);

/**
 * Returns the questions that contain all the words, in the question or its answer; all questions for an empty query.
 */
export function filterQuestions(questions: readonly Question[], keyword: string): readonly Question[] {
  const words = normalize(keyword).split(/\s+/).filter(Boolean);
  if (words.length === 0) return questions;
  return questions.filter(({ title, body }) => {
    const text = normalize(`${title} ${stripTags(body)}`);
    return words.every((word) => text.includes(word));
  });
}

/** Adjacent questions of one kind; `group` is its name, undefined for questions without a kind. */
export type QuestionGroup = { group: string | undefined; questions: Question[] };

/** Groups adjacent questions of the same kind. */
export function groupQuestions(questions: readonly Question[]): QuestionGroup[] {
  const groups: QuestionGroup[] = [];
  for (const question of questions) {
    const last = groups.at(-1);
    if (last !== undefined && last.group === question.group) last.questions.push(question);
    else groups.push({ group: question.group, questions: [question] });
  }
  return groups;
}
