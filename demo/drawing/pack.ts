/** Draws packs on the canvas: chooses the form of each type, and fits it so that the cards of a list align. */
import { BASE_Y } from '../../server/media/floor-shadow.ts';
import type { PackParams, PackType } from '../../server/media/image-spec.ts';
import { CANVAS_SIDE, createPen, group, type Point, type Stance } from '../../server/media/svg.ts';
import { bread } from './packs/bakery.ts';
import { bottle, detergent, jerrycan } from './packs/bottles.ts';
import { box, brick, carton, tissue } from './packs/boxes.ts';
import { bucket, cup, tub } from './packs/cups.ts';
import type { Bounds, PackForm } from './packs/form.ts';
import { apple, banana, guava, papaya, watermelon } from './packs/fruit.ts';
import { cone, stick } from './packs/ices.ts';
import { frozen, milkPouch, noodlePack, pouch } from './packs/pouches.ts';
import { rolls } from './packs/rolls.ts';
import { can, jar, tin } from './packs/round.ts';
import { sack } from './packs/sacks.ts';
import { eggs, tofu } from './packs/trays.ts';
import { chilli, greens, okra, tomato } from './packs/vegetables.ts';

const FORMS: Record<PackType, PackForm> = {
  pouch,
  box,
  bottle,
  can,
  carton,
  brick,
  jar,
  tub,
  cup,
  bucket,
  sack,
  bread,
  eggs,
  detergent,
  tissue,
  stick,
  frozen,
  apple,
  banana,
  greens,
  'milk-pouch': milkPouch,
  cone,
  jerrycan,
  'noodle-pack': noodlePack,
  tin,
  rolls,
  tofu,
  papaya,
  guava,
  tomato,
  okra,
  chilli,
  watermelon,
};

/**
 * Every type that can be drawn.
 *
 * @internal For the test that draws them all.
 */
export const DRAWABLE_PACK_TYPES = Object.keys(FORMS) as PackType[];

/** Side of the square that every pack fits. */
export const PACK_SIDE = 620;

const LARGEST_SCALE = 1.25;
const CLOSE_UP = 1.8;

/** A fitted pack's scale, shift, width and height on the canvas. */
type PackFit = { scale: number; x: number; y: number; width: number; height: number };

/** Computes the scale and place that fit a pack into the square of 620 with its base at 722 (docs/ux.md#3.6). */
export function fitPack(pack: PackParams): PackFit {
  const { left, top, right, bottom }: Bounds = FORMS[pack.type].bounds(pack);
  const width = right - left;
  const height = bottom - top;
  const scale = Math.round(Math.min(PACK_SIDE / width, PACK_SIDE / height, LARGEST_SCALE) * 1000) / 1000;
  const x = CANVAS_SIDE / 2 - (left + width / 2) * scale;
  return { scale, x, y: BASE_Y - bottom * scale, width: width * scale, height: height * scale };
}

/** Draws a fitted pack as a fragment with its own definitions. `prefix` keeps its ids from colliding. */
export function drawPack(pack: PackParams, prefix: string, stance: Stance = 'straight'): string {
  const { scale, x, y } = fitPack(pack);
  const pen = createPen(prefix, stance);
  const body = FORMS[pack.type].draw(pen, pack);
  const sided = stance === 'mirrored' ? group(`matrix(-1 0 0 1 ${CANVAS_SIDE} 0)`, body) : body;
  const centred = stance === 'mirrored' ? computeMirroredShift(pack, scale) : x;
  return pen.definitions() + group(`translate(${centred.toFixed(1)} ${y.toFixed(1)}) scale(${scale})`, sided);
}

/** Computes the shift of a mirrored pack, whose bounds are mirrored too. */
function computeMirroredShift(pack: PackParams, scale: number): number {
  const { left, right } = FORMS[pack.type].bounds(pack);
  return CANVAS_SIDE / 2 - (CANVAS_SIDE - (left + right) / 2) * scale;
}

/** Draws a pack from its other side: mirrored, turned on its axis or leaning away, as its form allows. */
export function drawAngled(pack: PackParams, prefix: string): string {
  const { angled } = FORMS[pack.type];
  if (angled === 'mirror') return drawPack(pack, prefix, 'mirrored');
  if (angled === 'turn') return drawPack(pack, prefix, 'turned');
  const narrowed = 0.9;
  const slope = -0.09;
  const middle = CANVAS_SIDE / 2;
  return group(
    `matrix(${narrowed} ${slope} 0 1 ${(middle * (1 - narrowed)).toFixed(1)} ${(-slope * middle).toFixed(1)})`,
    drawPack(pack, prefix, 'turned'),
  );
}

/** Draws a pack at 1.8 times its size, cut by the canvas, with its garnish in the middle. */
export function drawCloseUp(pack: PackParams, prefix: string): string {
  const { scale, x, y } = fitPack(pack);
  const focus: Point = FORMS[pack.type].focus(pack);
  const shiftX = CANVAS_SIDE / 2 - (x + focus.x * scale) * CLOSE_UP;
  const shiftY = CANVAS_SIDE / 2 - (y + focus.y * scale) * CLOSE_UP;
  return group(`translate(${shiftX.toFixed(1)} ${shiftY.toFixed(1)}) scale(${CLOSE_UP})`, drawPack(pack, prefix));
}
