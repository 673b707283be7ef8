/** Draws cylinders: tall and short can, tea tin, screw-top jar. */
import { darken, lighten } from '../../../server/media/colour.ts';
import { drawFloorShadow } from '../../../server/media/floor-shadow.ts';
import type { PackParams } from '../../../server/media/image-spec.ts';
import { type Area, ellipse, type GradientStop, type Pen, path, rect, stroke } from '../../../server/media/svg.ts';
import { drawFrontLabel, layOutLabel } from '../label.ts';
import { drawHighlight, drawRibs, drawRoundLight } from '../light.ts';
import { makeFixedBounds, type PackForm } from './form.ts';

const METAL: GradientStop[] = [
  [0, '#8f8f92'],
  [0.2, '#fdfdfd'],
  [0.42, '#b9bcc0'],
  [0.6, '#eceef0'],
  [0.85, '#8b8e93'],
  [1, '#c9ccd0'],
];

function measureCan(pack: PackParams): { left: number; right: number; top: number; bottom: number } {
  return pack.short
    ? { left: 244, right: 556, top: 336, bottom: 672 }
    : { left: 268, right: 532, top: 172, bottom: 676 };
}

function measureCanLabel(pack: PackParams): Area {
  const { left, right, top, bottom } = measureCan(pack);
  return { x: left + 8, y: top + 32, width: right - left - 16, height: bottom - top - 36 };
}

export const can: PackForm = {
  bounds(pack) {
    const { left, right, top } = measureCan(pack);
    return { left: left - 2, top: top - 48, right: right + 2, bottom: 702 };
  },
  focus: (pack) => layOutLabel(pack, measureCanLabel(pack)).plate ?? { x: 400, y: 520 },
  angled: 'turn',
  draw(pen, pack) {
    const { left, right, top, bottom } = measureCan(pack);
    const middle = (left + right) / 2;
    const curve = 32;
    const body = `M${left} ${top}V${bottom}Q${middle} ${bottom + curve} ${right} ${bottom}V${top}Q${middle} ${top + curve} ${left} ${top}Z`;
    const metal = pen.linear(METAL);
    const neck = `M${left} ${top}Q${middle} ${top + curve} ${right} ${top}L${right - 14} ${top - 22}Q${middle} ${top + 4} ${left + 14} ${top - 22}Z`;
    const foot = `M${left + 6} ${bottom - 4}Q${middle} ${bottom + 38} ${right - 6} ${bottom - 4}V${bottom + 8}Q${middle} ${bottom + 46} ${left + 6} ${bottom + 8}Z`;
    const lidRadius = (right - left) / 2 - 14;
    return (
      drawFloorShadow(pen, { x: 400, width: right - left + 24, ground: 692 }) +
      path(foot, metal) +
      path(body, pack.base) +
      pen.clip(body, drawFrontLabel(pen, pack, measureCanLabel(pack))) +
      drawRoundLight(pen, body) +
      drawHighlight(pen, `M${left + 46} ${top + 40}V${bottom - 8}`, 9, 0.3) +
      path(neck, metal) +
      drawLid(pen, middle, top - 22, lidRadius, pack.short ?? false)
    );
  },
};

/** Draws a lid seen from above: rolled rim, sunken panel, and a ring to pull. */
function drawLid(pen: Pen, x: number, y: number, radius: number, short: boolean): string {
  const panel = pen.linear([
    [0, '#8f9499'],
    [0.5, '#d3d6d9'],
    [1, '#a7abb0'],
  ]);
  const ring = short ? 34 : 28;
  return (
    `<ellipse cx="${x}" cy="${y}" rx="${radius}" ry="24" fill="#dfe2e5" stroke="#f7f8f9" stroke-width="6"/>` +
    ellipse(x, y + 3, radius - 14, 18, '#7f848a') +
    ellipse(x, y + 5, radius - 18, 15, panel) +
    `<ellipse cx="${x + 4}" cy="${y + 5}" rx="${ring}" ry="8" fill="none" stroke="#f4f5f6" stroke-width="5"/>` +
    ellipse(x + 4 - ring * 0.7, y + 5, 9, 4, '#f4f5f6')
  );
}

const TIN_LABEL: Area = { x: 246, y: 290, width: 308, height: 372 };

export const tin: PackForm = {
  bounds: makeFixedBounds(230, 127, 570, 698),
  focus: (pack) => layOutLabel(pack, TIN_LABEL).plate ?? { x: 400, y: 540 },
  angled: 'turn',
  draw(pen, pack) {
    const body = 'M236 230V668Q236 682 252 686Q400 712 548 686Q564 682 564 668V230Z';
    const cover = 'M230 168Q230 160 236 156Q400 186 564 156Q570 160 570 168V232Q400 268 230 232Z';
    const gold = pack.cap ?? pack.accent;
    return (
      drawFloorShadow(pen, { x: 400, width: 354, ground: 690 }) +
      path(body, pack.base) +
      pen.clip(
        body,
        drawFrontLabel(pen, pack, TIN_LABEL, 0.24) +
          stroke('M236 258Q400 292 564 258', gold, 9) +
          stroke('M236 272Q400 306 564 272', gold, 3) +
          stroke('M236 664Q400 700 564 664', gold, 9),
      ) +
      drawRoundLight(pen, body) +
      drawHighlight(pen, 'M292 296V656', 10, 0.34) +
      path('M232 232Q400 268 568 232V244Q400 282 232 244Z', '#000', 0.28) +
      path(cover, darken(pack.base, 0.12)) +
      pen.clip(
        cover,
        stroke('M230 216Q400 252 570 216', gold, 6) + stroke('M230 186Q400 220 570 186', '#fff', 3, 0.35),
      ) +
      drawRoundLight(pen, cover) +
      ellipse(400, 156, 168, 30, lighten(pack.base, 0.3)) +
      ellipse(400, 158, 152, 24, darken(pack.base, 0.2)) +
      ellipse(
        400,
        160,
        146,
        21,
        pen.linear(
          [
            [0, lighten(pack.base, 0.4)],
            [0.5, pack.base],
            [1, darken(pack.base, 0.3)],
          ],
          { x2: 1, y2: 0.4 },
        ),
      ) +
      ellipse(400, 152, 26, 8, darken(gold, 0.35)) +
      ellipse(400, 142, 24, 14, gold) +
      ellipse(393, 137, 10, 5, '#fff', 0.6)
    );
  },
};

const JAR_LABEL: Area = { x: 264, y: 326, width: 272, height: 290 };

export const jar: PackForm = {
  bounds: makeFixedBounds(256, 152, 544, 694),
  focus: (pack) => layOutLabel(pack, JAR_LABEL).plate ?? { x: 400, y: 540 },
  angled: 'turn',
  draw(pen, pack) {
    const outline = 'M258 272Q258 240 292 230H508Q542 240 542 272V640Q542 692 490 692H310Q258 692 258 640Z';
    const cover = 'M274 166Q274 154 288 154H512Q526 154 526 166V222Q526 234 512 234H288Q274 234 274 222Z';
    const cap = pack.cap ?? pack.accent;
    const content = pack.liquid ?? '#7a3a12';
    return (
      drawFloorShadow(pen, { x: 400, width: 314, ground: 690 }) +
      path(outline, lighten(content, 0.55)) +
      pen.clip(
        outline,
        path('M268 278Q400 262 532 278V640Q532 682 490 682H310Q268 682 268 640Z', content) +
          path('M268 278Q400 262 532 278V296Q400 280 268 296Z', lighten(content, 0.4), 0.7) +
          rect({ x: 256, y: 322, width: 288, height: 300 }, pack.base) +
          pen.clip('M256 322H544V622H256Z', drawFrontLabel(pen, pack, JAR_LABEL)) +
          rect({ x: 256, y: 322, width: 288, height: 7 }, pack.accent) +
          rect({ x: 256, y: 615, width: 288, height: 7 }, pack.accent) +
          rect({ x: 256, y: 622, width: 288, height: 5 }, '#000', 0, 0.18),
      ) +
      drawRoundLight(pen, outline) +
      pen.clip(outline, drawHighlight(pen, 'M290 276V654', 14, 0.5) + drawHighlight(pen, 'M520 280V654', 7, 0.24)) +
      path('M288 230H512L516 244H284Z', '#000', 0.22) +
      path(cover, cap) +
      drawRoundLight(pen, cover) +
      drawRibs({ x: 286, y: 174, width: 228, height: 50 }, 22, 0.11) +
      stroke('M284 164H516', '#fff', 5, 0.4)
    );
  },
};
