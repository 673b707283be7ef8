/** Parses bodies: JSON only, at most 256 kB and 20 levels deep (docs/security.md#c24). */
import type { FastifyInstance } from 'fastify';
import { refuse } from '../../refuse.ts';

export const MAX_BODY = 256 * 1024;
const MAX_DEPTH = 20;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const isOpening = (code: number) => code === 0x5b || code === 0x7b;
const isClosing = (code: number) => code === 0x5d || code === 0x7d;

/** Whether the text is nested too deeply; checked before it is parsed. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === BACKSLASH) i++;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (isOpening(code) && ++depth > MAX_DEPTH) return true;
    else if (isClosing(code)) depth--;
  }
  return false;
}

/** Accepts JSON only; refuses `__proto__` and `constructor.prototype` in it. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (isTooDeep(text)) refuse('request.malformed');
    parse(request, text, done);
  });
}
