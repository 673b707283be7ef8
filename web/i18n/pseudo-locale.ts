/**
 * Makes the messages of the pseudo-locale `ar-XB` from the English ones: each is a third longer and right-to-left, to
 * find texts that a translation would clip and layouts that do not mirror.
 */

/** Makes a paragraph that begins with it right-to-left. */
const RIGHT_TO_LEFT_MARK = '\u200f';
const RIGHT_TO_LEFT_OVERRIDE = '\u202e';
const POP_DIRECTION = '\u202c';

/** A placeholder, or text between placeholders; branches of a plural stay English. */
const PART = /\{\w+(?:, plural,(?:\s*\w+ \{[^{}]*\})+|, duration)?\}|[^{}]+/g;

function pseudoLocalizeText(text: string): string {
  if (!/\p{L}/u.test(text)) return text;
  const padding = '·'.repeat(Math.ceil(text.trim().length / 3));
  return `${RIGHT_TO_LEFT_MARK}${RIGHT_TO_LEFT_OVERRIDE}${text}${padding}${POP_DIRECTION}`;
}

/** Returns the messages in the pseudo-locale, with the same placeholders. */
export const pseudoLocalize = (messages: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(messages).map(([key, message]) => [
      key,
      message.replace(PART, (part) => (part.startsWith('{') ? part : pseudoLocalizeText(part))),
    ]),
  );
