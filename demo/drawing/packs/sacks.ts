/** Draws the woven rice sack, the shop's own emblem. */
import { darken, lighten } from '../../../server/media/colour.ts';
import { drawFloorShadow } from '../../../server/media/floor-shadow.ts';
import { type Area, path, rect, stroke, times } from '../../../server/media/svg.ts';
import { drawFrontLabel, layOutLabel } from '../label.ts';
import { makeFixedBounds, type PackForm } from './form.ts';

const SACK_LABEL: Area = { x: 220, y: 196, width: 360, height: 474 };

export const sack: PackForm = {
  bounds: makeFixedBounds(191, 104, 609, 698),
  focus: (pack) => layOutLabel(pack, SACK_LABEL).plate ?? { x: 400, y: 540 },
  angled: 'lean',
  draw(pen, pack) {
    const body =
      'M224 178Q400 152 576 178C596 260 614 400 608 540C606 600 600 650 588 680Q400 716 212 680C200 650 194 600 192 540C186 400 204 260 224 178Z';
    const ruffle =
      'M232 184C232 140 250 112 282 124C304 100 342 102 362 120C386 98 428 98 450 118C474 100 506 102 522 124C552 112 568 142 568 184Q400 216 232 184Z';
    const weave =
      times(34, (index) => `M180 ${150 + index * 17}H620`) + times(26, (index) => `M${192 + index * 17} 140V710`);
    const across = pen.linear([
      [0, '#000', 0.34],
      [0.12, '#000', 0.04],
      [0.26, '#fff', 0.3],
      [0.46, '#fff', 0],
      [0.78, '#000', 0.1],
      [1, '#000', 0.4],
    ]);
    const down = pen.linear(
      [
        [0, '#000', 0.16],
        [0.12, '#000', 0],
        [0.82, '#000', 0],
        [1, '#000', 0.28],
      ],
      { x2: 0, y2: 1 },
    );
    const folds =
      'M282 126C288 150 292 166 286 186M362 122C358 148 360 168 352 188M450 120C450 146 444 166 452 188M522 126C512 150 514 168 520 184';
    return (
      drawFloorShadow(pen, { x: 400, width: 424, ground: 694 }) +
      path(ruffle, darken(pack.base, 0.16)) +
      path(
        'M262 138C300 116 340 118 362 130C400 108 440 112 452 128C480 112 510 116 540 140Q400 174 262 138Z',
        darken(pack.base, 0.4),
        0.55,
      ) +
      stroke(folds, '#000', 4, 0.16) +
      path(body, pack.base) +
      pen.clip(
        body,
        `<path d="${weave}" stroke="#000" stroke-opacity=".04" stroke-width="4"/>` +
          drawFrontLabel(pen, pack, SACK_LABEL, 0.16) +
          rect({ x: 180, y: 140, width: 440, height: 580 }, across) +
          rect({ x: 180, y: 140, width: 440, height: 580 }, down) +
          stroke('M222 560C262 580 268 620 258 660M586 470C556 500 552 560 566 610', '#000', 9, 0.1) +
          stroke('M214 552C254 572 260 612 250 652M578 462C548 492 544 552 558 602', '#fff', 8, 0.2),
      ) +
      stroke('M228 184Q400 214 572 184', lighten(pack.base, 0.5), 22, 0.7) +
      stroke('M230 184Q400 214 570 184', pack.accent, 8, 1, '20 11')
    );
  },
};
