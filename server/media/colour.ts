/** Mixes `#rrggbb` colours: the shades of a pack derive from its few named colours. */

const WARM_DARK = '#1a0d06';
const WARM_LIGHT = '#fffaf0';

function parseChannels(colour: string): [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Mixes two colours; `share` 0 is all `from`, 1 all `to`. */
export function mix(from: string, to: string, share: number): string {
  const target = parseChannels(to);
  const mixed = parseChannels(from).map((value, index) => value + ((target[index] ?? value) - value) * share);
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

/** Mixes a colour with a warm near-black, for shadow. */
export function darken(colour: string, share: number): string {
  return mix(colour, WARM_DARK, share);
}

/** Mixes a colour with a warm near-white, for light. */
export function lighten(colour: string, share: number): string {
  return mix(colour, WARM_LIGHT, share);
}

function computeLuminance(colour: string): number {
  const [red, green, blue] = parseChannels(colour).map((value) => {
    const part = value / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Computes the WCAG contrast ratio, 1 to 21. A pack's ink on its base has at least 4.5 (docs/ux.md#3.5). */
export function contrast(ink: string, base: string): number {
  const [lighter, darker] = [computeLuminance(ink), computeLuminance(base)].sort((one, other) => other - one) as [
    number,
    number,
  ];
  return (lighter + 0.05) / (darker + 0.05);
}
