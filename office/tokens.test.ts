import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TOKENS } from './tokens.ts';

const styles = readFileSync(join(import.meta.dirname, '../web/styles.css'), 'utf8');
const [, theme = ''] = /@theme \{([\s\S]*?)\n\}/.exec(styles) ?? [];
const [, dark = ''] = /\[data-theme="dark"\] \{([\s\S]*?)\n\}/.exec(styles) ?? [];
const findColour = (block: string, name: string) => new RegExp(`--color-${name}: (#\\w+);`).exec(block)?.[1];

test('the colours are those of the shop, light and dark (docs/ux.md#2.1)', () => {
  for (const [name, colour] of Object.entries(TOKENS.light)) expect(colour, name).toBe(findColour(theme, name));
  for (const [name, colour] of Object.entries(TOKENS.dark)) {
    expect(colour, name).toBe(findColour(dark, name) ?? findColour(theme, name));
  }
});
