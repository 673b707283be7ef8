/** Draws trays: eggs in moulded pulp, tofu under a printed film. */
import { darken } from '../../../server/media/colour.ts';
import { drawFloorShadow } from '../../../server/media/floor-shadow.ts';
import type { PackParams } from '../../../server/media/image-spec.ts';
import { ellipse, type Pen, path, rect, stroke, times } from '../../../server/media/svg.ts';
import { lettering, measure, sizeToFit } from '../../../server/media/text.ts';
import { drawFlavourPill, drawGarnishPlate } from '../label.ts';
import { drawCreases, drawHighlight, drawProduceLight, drawRoundLight } from '../light.ts';
import { drawPattern } from '../pattern.ts';
import { makeFixedBounds, type PackForm } from './form.ts';

function drawEgg(pen: Pen, x: number, y: number, colour: string): string {
  const outline =
    `M${x} ${y - 66}C${x + 42} ${y - 66} ${x + 56} ${y - 8} ${x + 50} ${y + 20}C${x + 40} ${y + 56} ${x - 40} ${y + 56} ${x - 50} ${y + 20}` +
    `C${x - 56} ${y - 8} ${x - 42} ${y - 66} ${x} ${y - 66}Z`;
  return drawProduceLight(pen, outline, colour) + ellipse(x - 17, y - 34, 9, 14, '#fff', 0.35);
}

export const eggs: PackForm = {
  bounds: makeFixedBounds(116, 306, 684, 672),
  focus: () => ({ x: 400, y: 440 }),
  angled: 'mirror',
  draw(pen, pack) {
    const shell = pack.liquid ?? '#D9A06B';
    const rim = 'M118 470Q400 456 682 470L676 492Q400 480 124 492Z';
    const tray = 'M122 486Q400 474 678 486L650 640Q646 666 620 668Q400 680 180 668Q154 666 150 640Z';
    const pulp = pen.linear(
      [
        [0, '#A9BCC6'],
        [1, '#6F8996'],
      ],
      { x2: 0, y2: 1 },
    );
    return (
      drawFloorShadow(pen, { x: 400, width: 530, ground: 668 }) +
      times(5, (index) => drawEgg(pen, 224 + index * 88, 376, darken(shell, 0.12))) +
      times(6, (index) => drawEgg(pen, 180 + index * 88, 418, darken(shell, 0.06))) +
      times(5, (index) => drawEgg(pen, 216 + index * 92, 462, shell)) +
      path(rim, '#C3D2DA') +
      path(tray, pulp) +
      pen.clip(
        tray,
        times(6, (index) => path(`M${116 + index * 95} 480q47 96 95 0z`, '#5E7784', 0.45)) +
          times(90, (index) =>
            ellipse(130 + ((index * 97) % 540), 492 + ((index * 53) % 176), 2.4, 1.6, '#fff', 0.14),
          ) +
          drawEggLabel(pen, pack),
      ) +
      drawRoundLight(pen, tray) +
      stroke('M122 474Q400 460 678 474', '#fff', 3, 0.5)
    );
  },
};

function drawEggLabel(pen: Pen, pack: PackParams): string {
  const area = { x: 206, y: 532, width: 388, height: 112 };
  const words = pack.lines.join(' ');
  const nameSize = words ? sizeToFit([words], 44, 330, 'display', 0.82) : 0;
  return (
    rect({ ...area, y: area.y + 4 }, '#2a180a', 14, 0.3) +
    rect(area, pack.base, 14) +
    pen.clip(
      `M${area.x} ${area.y}h${area.width}v${area.height}h${-area.width}Z`,
      drawPattern(pack.pat, pack.accent, area, 0.2),
    ) +
    lettering(pen, pack.brand, {
      x: 400,
      y: words ? 564 : 586,
      size: words ? 28 : 42,
      maxWidth: 330,
      condense: 0.9,
      fill: pack.ink,
    }) +
    lettering(pen, words, { x: 400, y: 602, size: nameSize, condense: 0.82, fill: pack.ink }) +
    lettering(pen, pack.flav, {
      x: 400,
      y: words ? 632 : 624,
      size: words ? 22 : 26,
      maxWidth: 330,
      face: 'body',
      fill: pack.ink,
    })
  );
}

export const tofu: PackForm = {
  bounds: makeFixedBounds(166, 176, 648, 690),
  focus: () => ({ x: 400, y: 546 }),
  angled: 'mirror',
  draw(pen, pack) {
    const depth = 'M606 196L640 224Q648 232 648 246V634Q648 660 630 668L592 688H230L196 684Z';
    const rim = 'M196 178H604Q634 178 634 208V654Q634 684 604 684H196Q166 684 166 654V208Q166 178 196 178Z';
    const film = 'M206 196H594Q614 196 614 216V646Q614 666 594 666H206Q186 666 186 646V216Q186 196 206 196Z';
    const plastic = pen.linear(
      [
        [0, '#F6FAFB'],
        [0.5, '#DDE6EA'],
        [1, '#B9C6CC'],
      ],
      { x2: 1, y2: 1 },
    );
    const header = 'M180 190H620V446Q400 500 180 446Z';
    const sheen = pen.linear(
      [
        [0, '#fff', 0.3],
        [0.3, '#fff', 0.05],
        [0.42, '#fff', 0.24],
        [0.5, '#fff', 0],
        [1, '#000', 0.14],
      ],
      { x2: 1, y2: 0.8 },
    );
    return (
      drawFloorShadow(pen, { x: 408, width: 470, ground: 684 }) +
      path(depth, '#A8B6BC') +
      path(rim, plastic) +
      stroke('M196 181H604Q631 181 631 208', '#fff', 4, 0.9) +
      path(film, '#DCEBEE') +
      pen.clip(
        film,
        drawTofuBlocks(pen) +
          path(header, pack.base) +
          pen.clip(header, drawPattern(pack.pat, pack.accent, { x: 180, y: 190, width: 440, height: 300 }, 0.2)) +
          stroke('M180 446Q400 500 620 446', pack.accent, 9) +
          drawTofuPrint(pen, pack) +
          rect({ x: 186, y: 196, width: 428, height: 470 }, sheen) +
          drawCreases(['M196 640C230 626 236 612 250 596', 'M604 232C580 246 574 262 560 272']),
      ) +
      `<path d="${film}" fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="3"/>` +
      drawHighlight(pen, 'M180 224V640', 6, 0.8)
    );
  },
};

/** Draws white blocks in their water, seen through the film under the printed header. */
function drawTofuBlocks(pen: Pen): string {
  const top = pen.linear(
    [
      [0, '#ffffff'],
      [1, '#f4efe0'],
    ],
    { x2: 0.4, y2: 1 },
  );
  const block = (x: number, y: number, width: number) =>
    rect({ x: x + 6, y: y + 10, width, height: 150 }, '#8fa3a6', 12, 0.4) +
    rect({ x, y, width, height: 150 }, '#E6DDC6', 12) +
    rect({ x, y, width, height: 136 }, top, 12);
  return block(212, 486, 182) + block(406, 486, 182) + stroke('M230 504H300M424 504H480', '#fff', 6, 0.9);
}

/** Draws brand, name and a garnish on the header, and the flavour on the film below. */
function drawTofuPrint(pen: Pen, pack: PackParams): string {
  const twoLines = pack.lines.length > 1;
  const nameSize = sizeToFit(pack.lines, twoLines ? 74 : 88, 222, 'display', 0.8);
  const name = pack.lines
    .map((line, index) =>
      lettering(pen, line, {
        x: 226,
        y: (twoLines ? 346 : 376) + index * nameSize * 0.92,
        size: nameSize,
        condense: 0.8,
        anchor: 'start',
        fill: pack.ink,
      }),
    )
    .join('');
  const pillSize = pack.flav ? Math.min(26, 300 / measure(pack.flav, 'body')) : 0;
  const pillWidth = measure(pack.flav, 'body') * pillSize + 44;
  const pill = { x: 400 - pillWidth / 2, y: 600, width: pillWidth, height: 44, size: pillSize };
  return (
    lettering(pen, pack.brand, {
      x: 226,
      y: 266,
      size: 48,
      maxWidth: 340,
      condense: 0.88,
      anchor: 'start',
      fill: pack.ink,
    }) +
    name +
    drawGarnishPlate(pen, pack, { x: 528, y: 368, size: 82 }) +
    (pack.flav ? drawFlavourPill(pen, pack, pill) : '')
  );
}
