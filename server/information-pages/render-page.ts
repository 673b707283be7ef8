/** Renders an information text from Markdown to the sections that the shop shows. Pure. */
import type { Lang } from '@shop/core/lang';
import { Marked } from 'marked';
import sanitizeHtml from 'sanitize-html';
import { findSubstitute, isFactSet, type PageFacts } from './page-facts.ts';

export type Section = { slug: string; title: string; body: string; group?: string };

/** A problem in a page, or a remark about it. `line` counts from 1 within the Markdown. */
export type PageNote = { line: number; reason: string };

const markdown = new Marked({ gfm: true, async: false });

const SANITIZE_OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'div',
    'br',
    'ul',
    'ol',
    'li',
    'strong',
    'em',
    'a',
    'h3',
    'h4',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  allowedAttributes: { a: ['href'], div: ['lang'] },
  allowedSchemes: ['https', 'mailto', 'tel'],
};

const FACT_PATTERN = /\{\{\s*([\w.-]+)\s*\}\}/g;
/** Matches the line above text that only a shop with this fact shows; `END_PATTERN` matches the line below. */
const IF_PATTERN = /^\{\{\s*if\s+([\w.-]+)\s*\}\}$/;
const END_PATTERN = /^\{\{\s*end\s*\}\}$/;
const HEADING_PATTERN = /^(#{1,2})\s+(.*?)(?:\s*\{#([\w-]+)\})?\s*$/;

const toSlug = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');

/** Adds the language to links within the shop: `/terms#fees` becomes `/terms?lang=zh#fees`. */
const withLang = (html: string, lang: Lang): string =>
  lang === 'en'
    ? html
    : html.replace(/href="(\/[^"#?]*)(#[^"]*)?"/g, (_, path, hash = '') => `href="${path}?lang=${lang}${hash}"`);

function toHtml(lines: readonly string[], lang: Lang): string {
  const html = markdown.parse(lines.join('\n')) as string;
  return withLang(sanitizeHtml(html, SANITIZE_OPTIONS).replace(/>\n+/g, '>').trim(), lang);
}

/** Fills in the facts; writes the name of an unknown or unset fact in brackets, and reports it. */
function fillFacts(line: string, at: number, facts: PageFacts, notes: PageNote[]): string {
  return line.replace(FACT_PATTERN, (_, name: string) => {
    const substitute = findSubstitute(name, facts);
    if (substitute !== null) {
      const reason = `{{ ${name} }}: no such method is offered; the page quotes ${substitute.code}, the first one, instead`;
      notes.push({ line: at, reason });
    }
    const fact = facts.values.get(substitute?.name ?? name);
    if (fact) return fact;
    const reason = fact === undefined ? `{{ ${name} }} is not a fact of the shop` : `{{ ${name} }} is not set yet`;
    notes.push({ line: at, reason });
    return `[${name.replace(/[._]/g, ' ')}]`;
  });
}

type TextLine = { index: number; line: string };

/** Lists the lines that the shop shows, without those that mark conditions. */
function chooseLines(source: string, facts: PageFacts, notes: PageNote[]): TextLine[] {
  const chosen: TextLine[] = [];
  /** The open condition. */
  let condition: { at: number; isMet: boolean } | null = null;
  for (const [index, line] of source.split(/\r?\n/).entries()) {
    const at = index + 1;
    const [, name] = IF_PATTERN.exec(line) ?? [];
    if (name !== undefined) {
      if (condition !== null) notes.push({ line: at, reason: `needs {{ end }} for line ${condition.at} above it` });
      const isMet = isFactSet(name, facts);
      if (isMet === null) notes.push({ line: at, reason: `{{ if ${name} }}: ${name} is not a fact of the shop` });
      condition = { at, isMet: isMet === true };
    } else if (END_PATTERN.test(line)) {
      if (condition === null) notes.push({ line: at, reason: '{{ end }} ends no {{ if … }}' });
      condition = null;
    } else if (condition?.isMet !== false) {
      chosen.push({ index, line });
    }
  }
  if (condition !== null) notes.push({ line: condition.at, reason: '{{ if … }} needs {{ end }} below it' });
  return chosen;
}

/**
 * Renders a page: `## Title {#anchor}` begins a section, `# Title` a group of sections, `{{ phone }}` is a fact.
 * The lines between `{{ if loyalty }}` and `{{ end }}` are left out while the fact is not set; their facts are not
 * checked then. Reports facts that are missing, repeated anchors and text above the first section.
 */
export function renderPage(source: string, lang: Lang, facts: PageFacts): { sections: Section[]; notes: PageNote[] } {
  const notes: PageNote[] = [];
  const sections: Section[] = [];
  let group: string | undefined;
  let body: string[] | null = null;
  const finish = () => {
    const last = sections.at(-1);
    if (last !== undefined && body !== null) last.body = toHtml(body, lang);
    body = null;
  };
  for (const { index, line } of chooseLines(source, facts, notes)) {
    const heading = HEADING_PATTERN.exec(line);
    if (heading === null) {
      if (body !== null) body.push(fillFacts(line, index + 1, facts, notes));
      else if (line.trim() !== '')
        notes.push({ line: index + 1, reason: 'needs a heading such as "## About us" above it' });
      continue;
    }
    finish();
    const [, marks, words = '', anchor] = heading;
    const title = fillFacts(words, index + 1, facts, notes);
    if (marks === '#') {
      group = title;
      continue;
    }
    const slug = anchor ?? toSlug(title);
    if (sections.some((each) => each.slug === slug)) {
      notes.push({ line: index + 1, reason: `repeats the anchor "${slug}"; give it another one with {#name}` });
    }
    sections.push({ slug, title, body: '', ...(group !== undefined && { group }) });
    body = [];
  }
  finish();
  return { sections, notes };
}
