/** Draws words as outlines, so that no font is needed where the drawing is rasterized (docs/ux.md#3.4). Latin only. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { formatCoordinate, type Pen } from './svg.ts';

/**
 * `display` is Bricolage Grotesque 800, `body` Figtree 700; the files are the static cuts, for fontkit cannot vary a
 * woff2.
 */
export type Face = 'display' | 'body';

type Lettering = {
  x: number;
  /** Baseline. */
  y: number;
  size: number;
  fill: string;
  face?: Face;
  /** Width the words must not exceed; they shrink to it. */
  maxWidth?: number;
  /** Horizontal scale of the letters; packs set their names narrow. */
  condense?: number;
  anchor?: 'start' | 'middle' | 'end';
  opacity?: number;
};

const FONT_FILES: Record<Face, string> = {
  display: '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-800-normal.woff',
  body: '@fontsource/figtree/files/figtree-latin-700-normal.woff',
};

const loadedFonts = new Map<Face, Font>();

function loadFont(face: Face): Font {
  const loadedFont = loadedFonts.get(face);
  if (loadedFont) return loadedFont;
  const font = create(readFileSync(createRequire(import.meta.url).resolve(FONT_FILES[face])));
  if (!('layout' in font)) throw new Error(`${FONT_FILES[face]} is a font collection, not a single font`);
  loadedFonts.set(face, font);
  return font;
}

/** Returns whether the face has every letter of the words. */
export function canWrite(words: string, face: Face): boolean {
  const font = loadFont(face);
  return Array.from(words).every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
}

/** Removes characters that the face lacks, which would print as empty boxes. */
function toWritable(words: string, font: Font): string {
  return Array.from(words)
    .filter((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
    .join('');
}

/** Measures the width of words at size 1 in the face, before any shrinking. */
export function measure(words: string, face: Face = 'display', condense = 1): number {
  const font = loadFont(face);
  const run = font.layout(toWritable(words, font));
  return (run.positions.reduce((sum, position) => sum + position.xAdvance, 0) / font.unitsPerEm) * condense;
}

/** Returns the largest size, at most `size`, at which every line fits the width: lines of one name share one size. */
export function sizeToFit(
  lines: string[],
  size: number,
  maxWidth: number,
  face: Face = 'display',
  condense = 1,
): number {
  return lines.reduce((fitting, line) => {
    const width = measure(line, face, condense);
    return width > 0 ? Math.min(fitting, maxWidth / width) : fitting;
  }, size);
}

/** Draws words as one path. Under a mirrored pen the letters are mirrored in place, so that they stay legible. */
export function lettering(pen: Pen, words: string, style: Lettering): string {
  const { face = 'display', condense = 1, anchor = 'middle', maxWidth = Number.POSITIVE_INFINITY } = style;
  const font = loadFont(face);
  const run = font.layout(toWritable(words, font));
  const advance = (run.positions.reduce((sum, position) => sum + position.xAdvance, 0) / font.unitsPerEm) * condense;
  if (advance === 0) return '';

  const size = Math.min(style.size, maxWidth / advance);
  const scale = size / font.unitsPerEm;
  const width = advance * size;
  const left = anchor === 'middle' ? style.x - width / 2 : anchor === 'end' ? style.x - width : style.x;
  const place = (x: number) => formatCoordinate(pen.stance === 'mirrored' ? 2 * left + width - x : x);

  let outline = '';
  let penX = left;
  run.glyphs.forEach((glyph, index) => {
    const position = run.positions[index];
    const originX = penX + (position?.xOffset ?? 0) * scale * condense;
    for (const { command, args } of glyph.path.commands) {
      outline += PATH_LETTERS[command] ?? '';
      for (let i = 0; i + 1 < args.length; i += 2) {
        const x = place(originX + (args[i] ?? 0) * scale * condense);
        const y = formatCoordinate(style.y - (args[i + 1] ?? 0) * scale);
        outline += `${i > 0 ? ' ' : ''}${x} ${y}`;
      }
    }
    penX += (position?.xAdvance ?? 0) * scale * condense;
  });
  const clear = style.opacity !== undefined && style.opacity < 1 ? ` opacity="${style.opacity}"` : '';
  return `<path d="${outline}" fill="${style.fill}"${clear}/>`;
}

const PATH_LETTERS: Record<string, string> = {
  moveTo: 'M',
  lineTo: 'L',
  quadraticCurveTo: 'Q',
  bezierCurveTo: 'C',
  closePath: 'Z',
};
