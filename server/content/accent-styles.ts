/**
 * Derives the colours of actions, links and their grounds from a shop's accent, in the light and the dark theme, and
 * serves them as a style sheet whose address carries a hash of its content.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { contrast, mix } from '../media/colour.ts';

/** Minimum contrast of text (WCAG 2). */
const MIN_CONTRAST = 4.5;
/**
 * The darkest background of text in the light theme, and the lightest in the dark one: `--color-*` of web/styles.css.
 */
const LIGHT_GROUND = '#f6eee0';
const DARK_GROUND = '#1f1813';
/** Minimum contrast of actions on the dark theme's ground: that of the default green. */
const DARK_CONTRAST = 7.5;

/** Returns whether white is readable on the accent, and the accent on every background of the light theme. */
export const isReadableAccent = (accent: string): boolean =>
  contrast('#ffffff', accent) >= MIN_CONTRAST && contrast(accent, LIGHT_GROUND) >= MIN_CONTRAST;

/** Mixes the accent with white until it is readable on the dark theme's ground. */
function lightenAccent(accent: string): string {
  let share = 0;
  while (contrast(mix(accent, '#ffffff', share), DARK_GROUND) < DARK_CONTRAST) share += 0.05;
  return mix(accent, '#ffffff', share);
}

function formatDeclarations(colours: Readonly<Record<string, string>>): string {
  return Object.entries(colours)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');
}

/** The colours of actions and links, and of words on actions: in the light theme, then in the dark one. */
export type ActionColours = {
  action: readonly [light: string, dark: string];
  onAction: readonly [light: string, dark: string];
  /** The shop's name. */
  brand: string;
};

/** The default green: `--color-action`, `--color-on-action` and `--color-forest` of web/styles.css. */
const DEFAULT_COLOURS: ActionColours = {
  action: ['#1c7a3f', '#6fd08b'],
  onAction: ['#ffffff', '#06240f'],
  brand: '#0a3a1e',
};

/** Derives the colours of actions from a shop's accent; the shop's green without one. */
export const deriveActionColours = (accent: string | null): ActionColours =>
  accent === null
    ? DEFAULT_COLOURS
    : {
        action: [accent, lightenAccent(accent)],
        onAction: ['#ffffff', mix(accent, '#000000', 0.8)],
        brand: mix(accent, '#000000', 0.5),
      };

/** Builds the style sheet of an accent. Its selectors are stronger than those of web/styles.css, in any order. */
export function buildAccentStyles(accent: string): string {
  const strong = mix(accent, '#000000', 0.25);
  const {
    action: [, action],
    onAction,
    brand,
  } = deriveActionColours(accent);
  const light = formatDeclarations({
    'color-action': accent,
    'color-action-strong': strong,
    'color-on-action': onAction[0],
    'color-forest': brand,
    'color-pandan-50': mix(accent, '#ffffff', 0.92),
    'color-pandan-100': mix(accent, '#ffffff', 0.82),
    'color-pandan-300': mix(accent, '#ffffff', 0.5),
    'shadow-add': `0 4px 12px ${strong}40`,
  });
  const dark = formatDeclarations({
    'color-action': action,
    'color-action-strong': mix(action, '#ffffff', 0.35),
    'color-on-action': onAction[1],
    'color-pandan-50': mix('#16110d', accent, 0.22),
    'color-pandan-100': mix('#16110d', accent, 0.32),
  });
  return (
    `:root:root{${light}}:root:root[data-theme="dark"]{${dark}}` +
    `@media (prefers-color-scheme:dark){:root:root:not([data-theme="light"]){${dark}}}`
  );
}

const formatFileName = (accent: string): string => {
  const hash = createHash('sha256').update(buildAccentStyles(accent)).digest('hex').slice(0, 10);
  return `${accent.slice(1)}-${hash}.css`;
};

/** Returns the address of an accent's style sheet. */
export const formatAccentAddress = (accent: string): string => `/accent/${formatFileName(accent)}`;

/** Registers `GET /accent/<colour>-<hash>.css`. The address determines the content, so browsers cache it without expiry. */
export function registerAccent(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>('/accent/:file', async (request, reply) => {
    const colour = /^([0-9a-f]{6})-[0-9a-f]{10}\.css$/.exec(request.params.file)?.[1];
    if (colour === undefined || formatFileName(`#${colour}`) !== request.params.file) {
      return reply.code(404).header('cache-control', 'no-store').send();
    }
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('text/css; charset=utf-8')
      .send(buildAccentStyles(`#${colour}`));
  });
}
