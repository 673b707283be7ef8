/**
 * Draws the sprite from the Phosphor icons that `icon-names.ts` lists:
 * `node tools/run.mjs web/ui/icons/icons.build.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { iconNames } from './icon-names.ts';

/** Returns the sprite's text: one symbol per icon, named as in the list. */
export function drawSprite(): string {
  const symbols = iconNames.map((name) => {
    const folder = name.endsWith('-fill') ? 'fill' : 'regular';
    const svg = readFileSync(
      fileURLToPath(import.meta.resolve(`@phosphor-icons/core/assets/${folder}/${name}.svg`)),
      'utf8',
    );
    const shapes = svg.replace(/^.*?<svg[^>]*>/s, '').replace(/<\/svg>\s*$/, '');
    return `<symbol id="${name}" viewBox="0 0 256 256">${shapes}</symbol>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`;
}

if (import.meta.main) writeFileSync(new URL('icons.svg', import.meta.url), drawSprite());
