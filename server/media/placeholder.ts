/** Draws placeholders: a plain sack in the colours of its category. */
import type { Backdrop } from '@shop/core/catalog/backdrops';
import { mix } from './colour.ts';
import { BASE_Y, drawFloorShadow } from './floor-shadow.ts';
import { createPen, ellipse, group, path, rect, stroke, times } from './svg.ts';

/**
 * The pastel backdrops of docs/ux.md#2.1, `--color-stage-*`.
 * @internal for tests
 */
export const BACKDROP_COLOURS: Record<Backdrop, string> = {
  snack: '#FFE9DC',
  fresh: '#E6F4E2',
  drink: '#FFF3CF',
  dairy: '#E6F0FA',
  home: '#EEE8F8',
  pantry: '#F7ECD8',
  sweet: '#FCE6EE',
};

/** Cloth that contrasts with the backdrop of its category. */
const CLOTH_COLOURS: Record<Backdrop, string> = {
  snack: '#E6AE8C',
  fresh: '#A3C99A',
  drink: '#E5CB74',
  dairy: '#A4C3E0',
  home: '#BEAEDF',
  pantry: '#D8BF8F',
  sweet: '#E8AEC4',
};

/** Draws a tied, smiling sack without words, for a product without an image. */
export function drawPlaceholder(backdrop: Backdrop, prefix: string): string {
  const pen = createPen(prefix);
  const cloth = CLOTH_COLOURS[backdrop];
  const dark = mix(cloth, '#2B1D14', 0.42);
  const pale = mix(cloth, '#FFFBF3', 0.72);
  const body =
    'M250 262Q400 220 550 262C596 360 616 470 596 590C588 640 566 664 530 670Q400 688 270 670C234 664 212 640 204 590C184 470 204 360 250 262Z';
  const ruffle =
    'M266 266C248 200 276 148 318 172C338 130 380 130 400 160C420 130 462 130 482 172C524 148 552 200 534 266Q400 310 266 266Z';
  const weave =
    times(30, (index) => `M190 ${236 + index * 16}H610`) + times(28, (index) => `M${190 + index * 16} 220V690`);
  const across = pen.linear([
    [0, '#000', 0.2],
    [0.14, '#000', 0],
    [0.28, '#fff', 0.34],
    [0.5, '#fff', 0],
    [0.8, '#000', 0.06],
    [1, '#000', 0.24],
  ]);
  const sack =
    path(ruffle, mix(cloth, '#2B1D14', 0.16)) +
    stroke(
      'M318 176C328 206 330 230 322 258M400 164C396 200 398 230 400 264M482 176C472 206 470 230 478 258',
      dark,
      5,
      0.3,
    ) +
    path(body, cloth) +
    pen.clip(
      body,
      `<path d="${weave}" stroke="#000" stroke-opacity=".05" stroke-width="4"/>` +
        rect({ x: 180, y: 210, width: 440, height: 480 }, across),
    ) +
    stroke('M250 276Q400 336 550 276', '#F7B51E', 9, 1, '26 18') +
    ellipse(344, 436, 13, 13, pale) +
    ellipse(456, 436, 13, 13, pale) +
    stroke('M342 488Q400 544 458 488', pale, 15);
  const fitted = group(
    `translate(0 ${BASE_Y - 680})`,
    drawFloorShadow(pen, { x: 400, width: 400, ground: 674 }) + sack,
  );
  return pen.definitions() + fitted;
}
