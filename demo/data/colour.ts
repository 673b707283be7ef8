/** Computes the colours of the demo's packs: a flavour shifts its brand's hue, and the print stays readable. */
import { contrast } from '../../server/media/colour.ts';
import type { BrandPalette } from './types.ts';

/** The contrast that WCAG 2.2 requires of text. */
export const MIN_CONTRAST = 4.5;

type Rgb = [number, number, number];

function parseChannels(hex: string): Rgb {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return [part(1), part(3), part(5)];
}

function toHex(rgb: Rgb): string {
  const byte = (v: number) =>
    Math.round(Math.min(1, Math.max(0, v)) * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${rgb.map(byte).join('')}`;
}

function toHsl(hex: string): Rgb {
  const [r, g, b] = parseChannels(hex);
  const max = Math.max(r, g, b);
  const min = Math.min(r, g, b);
  const light = (max + min) / 2;
  const span = max - min;
  if (span === 0) return [0, 0, light];
  const saturation = span / (1 - Math.abs(2 * light - 1));
  const sixth = max === r ? ((g - b) / span + 6) % 6 : max === g ? (b - r) / span + 2 : (r - g) / span + 4;
  return [sixth * 60, saturation, light];
}

function fromHsl(hue: number, saturation: number, light: number): string {
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12;
    return light - saturation * Math.min(light, 1 - light) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  };
  return toHex([channel(0), channel(8), channel(4)]);
}

/** Changes a colour's hue (degrees); lightness and saturation stay. */
function changeHue(hex: string, hue: number): string {
  const [, saturation, light] = toHsl(hex);
  return fromHsl(hue, saturation, light);
}

/** Changes the lightness of `base` in small steps until `ink` is readable on it. */
function makeBaseReadable(base: string, ink: string): string {
  const [hue, saturation, light] = toHsl(base);
  const step = contrast(ink, '#000000') > contrast(base, '#000000') ? -0.02 : 0.02;
  let shade = base;
  for (let l = light; contrast(shade, ink) < MIN_CONTRAST && l > 0 && l < 1; l += step)
    shade = fromHsl(hue, saturation, l);
  return shade;
}

/**
 * Derives a brand's palette for a flavour: the base gets the flavour's hue (degrees) and stays readable under the ink.
 */
export function deriveFlavourPalette(palette: BrandPalette, hue: number): BrandPalette {
  return { ...palette, base: makeBaseReadable(changeHue(palette.base, hue), palette.ink) };
}

/** Returns `ink` if it is readable on `base`, else a dark or light colour that is. */
export function chooseReadableInk(base: string, ink: string): string {
  if (contrast(base, ink) >= MIN_CONTRAST) return ink;
  return contrast(base, '#2b1d14') >= MIN_CONTRAST ? '#2b1d14' : '#ffffff';
}
