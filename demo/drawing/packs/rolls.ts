/** Draws paper rolls wrapped in film: the ends of the rolls show above, a printed band goes round. */
import { darken, lighten } from '../../../server/media/colour.ts';
import { drawFloorShadow } from '../../../server/media/floor-shadow.ts';
import { type Area, ellipse, group, type Pen, path, rect, stroke, times } from '../../../server/media/svg.ts';
import { drawFrontLabel, layOutLabel } from '../label.ts';
import { drawCreases, drawHighlight, drawRoundLight, drawSideLight } from '../light.ts';
import { makeFixedBounds, type PackForm } from './form.ts';

const BAND: Area = { x: 150, y: 346, width: 500, height: 268 };

export const rolls: PackForm = {
  bounds: makeFixedBounds(146, 191, 654, 696),
  focus: (pack) => layOutLabel({ ...pack, lines: [pack.lines.join(' ')] }, BAND).plate ?? { x: 400, y: 520 },
  angled: 'lean',
  draw(pen, pack) {
    const front = 'M152 282Q400 296 648 282L654 660Q652 690 626 692Q400 700 174 692Q148 690 146 660Z';
    const top = 'M152 286Q166 214 206 200Q400 182 594 200Q634 214 648 286Q400 302 152 286Z';
    const label = { ...pack, lines: [pack.lines.join(' ')] };
    const film = pen.linear(
      [
        [0, '#fff', 0.5],
        [0.2, '#fff', 0.06],
        [0.5, '#fff', 0.22],
        [0.62, '#fff', 0],
        [1, '#000', 0.16],
      ],
      { x2: 1, y2: 0.4 },
    );
    return (
      drawFloorShadow(pen, { x: 402, width: 516, ground: 686 }) +
      path(top, '#E3E6EA') +
      pen.clip(
        top,
        times(8, (index) => drawRollEnd(pen, index)),
      ) +
      path(front, '#E9EBEE') +
      pen.clip(
        front,
        times(4, (index) => drawRollSide(pen, 152 + index * 124)),
      ) +
      pen.clip(
        front,
        path(
          `M140 ${BAND.y}Q400 ${BAND.y + 14} 660 ${BAND.y}V${BAND.y + BAND.height}Q400 ${BAND.y + BAND.height + 14} 140 ${BAND.y + BAND.height}Z`,
          pack.base,
        ) +
          group('translate(0 7)', drawFrontLabel(pen, label, BAND)) +
          stroke(`M140 ${BAND.y}Q400 ${BAND.y + 14} 660 ${BAND.y}`, pack.accent, 8) +
          stroke(
            `M140 ${BAND.y + BAND.height}Q400 ${BAND.y + BAND.height + 14} 660 ${BAND.y + BAND.height}`,
            pack.accent,
            8,
          ) +
          times(3, (index) => rect({ x: 270 + index * 124, y: 280, width: 12, height: 420 }, '#000', 0, 0.07)),
      ) +
      path(front, film) +
      path(top, film) +
      drawSideLight(pen, 'M600 284L648 282L654 660Q652 690 626 692L600 694Z') +
      stroke('M152 285Q400 300 648 285', '#fff', 4, 0.8) +
      drawHighlight(pen, 'M172 310V650', 12, 0.5) +
      drawCreases([
        'M640 310C612 330 606 350 586 362',
        'M160 650C196 640 204 624 222 612',
        'M210 206C230 222 236 236 252 244',
      ])
    );
  },
};

/** Draws the end of one roll: of two rows of four, the rear row is higher and smaller. */
function drawRollEnd(pen: Pen, index: number): string {
  const rear = index < 4;
  const column = index % 4;
  const x = rear ? 232 + column * 112 : 214 + column * 124;
  const y = rear ? 216 : 258;
  const scale = rear ? 0.86 : 1;
  const paper = pen.radial(
    [
      [0, '#ffffff'],
      [0.7, '#f6f5f2'],
      [1, '#d6d5d1'],
    ],
    { x: 0.4, y: 0.36, radius: 0.7 },
  );
  return group(
    `translate(${x} ${y}) scale(${scale})`,
    ellipse(4, 6, 62, 25, '#000', 0.14) +
      ellipse(0, 0, 61, 24, paper) +
      `<ellipse cx="0" cy="0" rx="46" ry="17.5" fill="none" stroke="#d9d8d4" stroke-width="1.6"/>` +
      `<ellipse cx="0" cy="0" rx="33" ry="12.5" fill="none" stroke="#d9d8d4" stroke-width="1.6"/>` +
      ellipse(0, 0, 21, 8, '#B98F5E') +
      ellipse(1, 2, 17, 5.6, darken('#B98F5E', 0.5)),
  );
}

function drawRollSide(pen: Pen, x: number): string {
  const side = `M${x} 280H${x + 124}V700H${x}Z`;
  return (
    path(side, lighten('#ECEAE6', 0.4)) +
    drawRoundLight(pen, side) +
    stroke(`M${x + 20} 660H${x + 104}`, '#cfcdc8', 2.5, 0.8, '9 7')
  );
}
