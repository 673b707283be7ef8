/**
 * Specifies an image: the data from which the generator draws it. Its hash names the files (docs/readings.md#37), so
 * equal data shares one drawing.
 */
import type { Backdrop } from '@shop/core/catalog/backdrops';

/** The forms a pack can take; each is one drawing in `demo/drawing/packs/`. */
export const PACK_TYPES = [
  'pouch',
  'box',
  'bottle',
  'can',
  'carton',
  'brick',
  'jar',
  'tub',
  'cup',
  'bucket',
  'sack',
  'bread',
  'eggs',
  'detergent',
  'tissue',
  'stick',
  'frozen',
  'apple',
  'banana',
  'greens',
  'milk-pouch',
  'cone',
  'jerrycan',
  'noodle-pack',
  'tin',
  'rolls',
  'tofu',
  'papaya',
  'guava',
  'tomato',
  'okra',
  'chilli',
  'watermelon',
] as const;
export type PackType = (typeof PACK_TYPES)[number];

/** A flavour's garnish, drawn on the label. */
export const GARNISHES = [
  'chili',
  'seaweed',
  'corn',
  'coconut',
  'pandan',
  'lime',
  'choc',
  'cheese',
  'berry',
  'durian',
  'prawn',
  'leaf',
  'mango',
  'bean',
  'milk',
  'rice',
  'fish',
  'drop',
] as const;
export type Garnish = (typeof GARNISHES)[number];

/** A brand's pattern: sun rays, Peranakan tile, wave, stripe, halftone dots. */
export const PATTERNS = ['sun', 'tile', 'wave', 'stripe', 'dot'] as const;
export type Pattern = (typeof PATTERNS)[number];

/**
 * One pack. Colours are `#rrggbb`; `ink` on `base` reaches 4.5:1. Texts are Latin only (the pack's own words, never
 * translated).
 */
export type PackParams = {
  type: PackType;
  /** Brand word printed on the label; empty for unbranded produce. */
  brand: string;
  /** The name on the label, one or two short lines. */
  lines: string[];
  /** Small pill under the name: flavour and size, such as "Sea Salt · 60 g". */
  flav: string;
  g: Garnish;
  base: string;
  accent: string;
  ink: string;
  pat: Pattern;
  /** Colour of the contents behind glass or plastic. */
  liquid?: string;
  cap?: string;
  /** `bottle`: a sauce bottle or a PET bottle. */
  shape?: 'sauce' | 'pet';
  /** `can`: the short can. */
  short?: boolean;
  /** The back's nutrition table, per 100 g: kcal, protein, fat, carbohydrate, sugar (g), sodium (mg). */
  facts?: readonly [number, number, number, number, number, number];
};

/** An image of the shop: the data that it is drawn from, or an upload. */
export type ImageSpec =
  | { kind: 'pack'; view: 'front' | 'angled' | 'closeup' | 'back'; pack: PackParams }
  | { kind: 'bundle'; packs: PackParams[] }
  | { kind: 'tile'; stage: Backdrop; pack: PackParams }
  | { kind: 'banner'; scene: string; packs: PackParams[]; format: 'wide' | 'tile' }
  | { kind: 'placeholder'; stage: Backdrop }
  /** The pack of a product without a picture, with its own words on the label; empty ones are left out. */
  | { kind: 'label'; stage: Backdrop; brand: string; name: { en: string; zh: string | null }; size: string }
  | { kind: 'brand'; name: string; base: string; ink: string }
  | { kind: 'logo' }
  | { kind: 'upload'; sha256: string };
