import type { Garnish } from '../../server/media/image-spec.ts';
import {
  circle,
  ellipse,
  formatCoordinate,
  group,
  type Pen,
  path,
  rect,
  stroke,
  times,
} from '../../server/media/svg.ts';

/** Draws one of the eighteen flavours, each designed in a box of 100 by 100, and places it by its centre. */
export function drawGarnish(
  pen: Pen,
  garnish: Garnish,
  place: { x: number; y: number; size: number; turn?: number },
): string {
  const { x, y, size, turn = 0 } = place;
  const scale = Math.round(size * 10) / 1000;
  const turned = turn ? ` rotate(${turn})` : '';
  return group(
    `translate(${formatCoordinate(x)} ${formatCoordinate(y)})${turned} scale(${scale}) translate(-50 -50)`,
    DRAWINGS[garnish](pen),
  );
}

const DRAWINGS: Record<Garnish, (pen: Pen) => string> = {
  chili: drawChili,
  seaweed: drawSeaweed,
  corn: drawCorn,
  coconut: drawCoconut,
  pandan: drawPandan,
  lime: drawLime,
  choc: drawChoc,
  cheese: drawCheese,
  berry: drawBerry,
  durian: drawDurian,
  prawn: drawPrawn,
  leaf: drawLeaf,
  mango: drawMango,
  bean: drawBean,
  milk: drawMilk,
  rice: drawRice,
  fish: drawFish,
  drop: drawDrop,
};

/** Creates a gradient from light at the upper left to shade at the lower right. */
function shadeDiagonally(pen: Pen, light: string, dark: string): string {
  return pen.linear(
    [
      [0, light],
      [1, dark],
    ],
    { x2: 0.8, y2: 1 },
  );
}

function drawChili(pen: Pen): string {
  return (
    path(
      'M20 22C34 12 52 24 64 44C74 60 78 76 82 92C62 88 40 74 28 54C20 42 14 30 20 22Z',
      shadeDiagonally(pen, '#F0492F', '#B81B14'),
    ) +
    stroke('M30 28C44 34 56 50 66 70', '#FF9D86', 5) +
    path('M14 30C12 20 22 12 36 16C34 26 26 34 14 30Z', '#3C9A3F') +
    stroke('M20 18C18 12 12 8 6 8', '#2B7A2F', 6)
  );
}

function drawSeaweed(pen: Pen): string {
  const sheet = (x: number, turn: number, fill: string) =>
    group(`rotate(${turn} ${x + 21} 50)`, rect({ x, y: 14, width: 42, height: 70 }, fill, 5));
  return (
    sheet(14, -12, '#173D2A') +
    sheet(42, 10, shadeDiagonally(pen, '#357A55', '#1E4F37')) +
    stroke('M56 32l22 4M53 46l22 4M51 60l22 4M48 74l20 4', '#6FB08C', 3, 0.8)
  );
}

function drawCorn(pen: Pen): string {
  const kernels = times(15, (index) =>
    ellipse(38 + (index % 3) * 12, 22 + Math.floor(index / 3) * 12, 5, 5.4, '#FFE07A'),
  );
  return (
    path('M50 6C68 16 74 40 70 72C60 90 40 90 30 72C26 40 32 16 50 6Z', shadeDiagonally(pen, '#FBCB43', '#E39B14')) +
    kernels +
    path('M30 94C10 76 14 50 24 36C34 56 46 72 54 94Z', shadeDiagonally(pen, '#6DB84F', '#2F7F38')) +
    path('M70 94C90 76 86 50 76 36C66 56 54 72 46 94Z', '#438F3C')
  );
}

function drawCoconut(pen: Pen): string {
  return (
    circle(50, 52, 41, shadeDiagonally(pen, '#8A5733', '#4D2C16')) +
    stroke('M14 62C22 82 38 92 56 92M18 44C18 36 22 28 28 22', '#A9794F', 3, 0.7) +
    ellipse(53, 45, 34, 29, '#FFFDF6') +
    ellipse(54, 47, 24, 18, shadeDiagonally(pen, '#D8CFB9', '#F3EDDF')) +
    stroke('M30 36C36 26 48 22 58 23', '#fff', 4)
  );
}

function drawPandan(pen: Pen): string {
  return (
    path('M10 72C4 44 18 20 42 6C50 34 38 60 10 72Z', '#226B32') +
    path('M12 92C18 52 42 20 92 6C84 54 58 82 12 92Z', shadeDiagonally(pen, '#63BC58', '#2C8340')) +
    stroke('M14 90C36 60 60 34 88 10', '#B4E7A2', 4) +
    stroke('M36 66l22 2M48 51l22 0', '#9BDB8E', 2.5, 0.8)
  );
}

function drawLime(pen: Pen): string {
  const segment = (index: number) => {
    const from = index * 0.785;
    const at = (angle: number) =>
      `${formatCoordinate(50 + 29 * Math.cos(angle))} ${formatCoordinate(50 + 29 * Math.sin(angle))}`;
    return `M50 50L${at(from + 0.06)}A29 29 0 0 1 ${at(from + 0.7)}Z`;
  };
  return (
    circle(50, 50, 42, shadeDiagonally(pen, '#7CC243', '#3F8A22')) +
    circle(50, 50, 35, '#F4FADB') +
    path(times(8, segment), shadeDiagonally(pen, '#CDE873', '#A2CB45')) +
    stroke('M24 34C30 24 40 18 50 17', '#fff', 4, 0.8)
  );
}

function drawChoc(pen: Pen): string {
  const square = (index: number) => {
    const area = { x: 19 + (index % 3) * 22, y: 27 + Math.floor(index / 3) * 24, width: 18, height: 20 };
    return (
      rect(area, shadeDiagonally(pen, '#9A5A36', '#6B3820'), 3) +
      stroke(`M${area.x + 3} ${area.y + 3}h12`, '#C48A63', 2.4)
    );
  };
  return group('rotate(-12 50 50)', rect({ x: 14, y: 22, width: 72, height: 56 }, '#4A2413', 6) + times(6, square));
}

function drawCheese(pen: Pen): string {
  return (
    path('M8 64L56 20Q86 30 94 58V84H8Z', shadeDiagonally(pen, '#FFD25C', '#F2A921')) +
    path('M8 64H94V84H8Z', '#E79B16') +
    ellipse(54, 48, 9, 7, '#D98A10') +
    ellipse(76, 54, 5, 4, '#D98A10') +
    circle(32, 75, 5, '#C47A0A') +
    circle(70, 73, 6, '#C47A0A') +
    stroke('M16 62L57 24', '#FFECAE', 3.5)
  );
}

function drawBerry(pen: Pen): string {
  const seeds = [
    [34, 48],
    [50, 44],
    [66, 48],
    [41, 60],
    [58, 60],
    [50, 75],
    [30, 60],
    [70, 60],
  ] as const;
  return (
    path('M50 95C20 80 8 50 20 34C36 24 64 24 80 34C92 50 80 80 50 95Z', shadeDiagonally(pen, '#F0476A', '#B3123A')) +
    seeds.map(([x, y]) => ellipse(x, y, 2.4, 3.8, '#FFD9B0')).join('') +
    path(
      'M50 36C34 36 22 30 18 20C32 16 40 20 46 25C44 17 47 10 52 6C57 12 57 18 56 25C62 20 70 16 82 20C78 30 66 36 50 36Z',
      '#3F9440',
    ) +
    stroke('M26 44C24 52 26 60 30 68', '#FF9DB0', 4, 0.8)
  );
}

function drawDurian(pen: Pen): string {
  const thorns = times(26, (index) => {
    const angle = (index * 2 * Math.PI) / 26;
    const at = (turn: number, rx: number, ry: number) =>
      `${formatCoordinate(50 + rx * Math.cos(turn))} ${formatCoordinate(52 + ry * Math.sin(turn))}`;
    return `M${at(angle - 0.14, 35, 38)}L${at(angle, 47, 48)}L${at(angle + 0.14, 35, 38)}Z`;
  });
  return (
    path(thorns, '#6F8A2B') +
    ellipse(50, 52, 37, 40, shadeDiagonally(pen, '#A3BD4C', '#64802A')) +
    path('M50 20C28 38 26 66 50 88C74 66 72 38 50 20Z', '#EFE3B0') +
    path('M50 28C36 42 35 64 50 80C65 64 64 42 50 28Z', shadeDiagonally(pen, '#FFE98F', '#F0C23C')) +
    stroke('M49 38C42 50 42 60 48 70', '#FFF6CB', 4)
  );
}

function drawPrawn(pen: Pen): string {
  return (
    path('M62 84L88 96L82 80L98 74L72 70Z', '#D9562D') +
    path(
      'M84 30C62 6 20 18 16 50C14 76 38 92 64 84C48 80 42 68 48 58C58 64 70 60 75 52C68 52 62 48 60 42C70 44 78 40 84 30Z',
      shadeDiagonally(pen, '#FF9A6E', '#E4582E'),
    ) +
    stroke('M32 26C40 34 42 44 40 54M22 44C32 46 38 52 40 60M24 64C32 62 38 64 42 68', '#FFD3BA', 4) +
    circle(71, 31, 3.6, '#3A1208') +
    stroke('M82 28C90 22 94 14 94 6M82 30C92 30 98 26 100 20', '#D9562D', 2.6)
  );
}

function drawLeaf(pen: Pen): string {
  return (
    path('M10 86C4 38 34 8 92 8C96 62 62 96 10 86Z', shadeDiagonally(pen, '#7CCB5E', '#3A8F3A')) +
    stroke('M12 86C34 58 56 36 82 18', '#D6F0BE', 4) +
    stroke('M40 56l-6-22M40 56l24 2M58 38l-4-18M58 38l20 2', '#BFE3A4', 2.6)
  );
}

function drawMango(pen: Pen): string {
  return (
    path('M18 62C12 34 40 8 68 18C94 28 94 68 68 84C46 96 24 86 18 62Z', shadeDiagonally(pen, '#FFC247', '#EB8A1C')) +
    path('M68 18C94 28 94 68 68 84C86 64 88 38 68 18Z', '#E0662A', 0.5) +
    stroke('M32 40C38 28 50 22 60 24', '#FFE6A6', 7) +
    path('M64 18C66 8 76 2 90 6C86 18 76 24 64 18Z', '#3F8F3A')
  );
}

function drawBean(pen: Pen): string {
  const one = (x: number, y: number, rx: number, ry: number, turn: number) =>
    group(
      `rotate(${turn} ${x} ${y})`,
      ellipse(x, y, rx, ry, shadeDiagonally(pen, '#9A6036', '#54290F')) +
        stroke(`M${x} ${y - ry + 3}C${x - 9} ${y - 8} ${x + 9} ${y + 8} ${x} ${y + ry - 3}`, '#32160A', 4) +
        stroke(
          `M${x - rx + 6} ${y - 8}C${x - rx + 5} ${y - 14} ${x - rx + 9} ${y - 19} ${x - rx + 12} ${y - 21}`,
          '#D9A679',
          3,
          0.8,
        ),
    );
  return one(38, 42, 23, 32, -24) + one(66, 64, 20, 27, 28);
}

function drawMilk(pen: Pen): string {
  return (
    path('M50 6C68 32 82 46 82 63A32 32 0 0 1 18 63C18 46 32 32 50 6Z', shadeDiagonally(pen, '#FFFFFF', '#D9E8F4')) +
    stroke('M31 62A19 19 0 0 0 45 81', '#B9D3E8', 6) +
    circle(62, 52, 4, '#fff')
  );
}

function drawRice(pen: Pen): string {
  const grains = [
    [28, 30, -30],
    [50, 22, 12],
    [72, 34, 42],
    [32, 54, 22],
    [54, 46, -22],
    [76, 60, 12],
    [40, 76, -42],
    [62, 76, 28],
    [18, 70, 60],
  ] as const;
  const fill = shadeDiagonally(pen, '#FFFFFF', '#E3D3AC');
  return grains
    .map(([x, y, turn]) =>
      group(
        `rotate(${turn} ${x} ${y})`,
        ellipse(x + 1.5, y + 2, 6, 14, '#7A5A26', 0.5) + ellipse(x, y, 5.6, 13.6, fill),
      ),
    )
    .join('');
}

function drawFish(pen: Pen): string {
  return (
    path(
      'M6 52C22 22 58 20 74 46L95 28C92 44 92 58 95 74L74 56C58 82 22 82 6 52Z',
      shadeDiagonally(pen, '#9CCBDB', '#41788F'),
    ) +
    path('M40 27C46 16 58 14 64 20L60 33Z', '#3B7188') +
    stroke('M30 36C36 46 36 58 30 68', '#DCEFF4', 3.5) +
    stroke('M42 40q7 12 0 24M54 42q6 10 0 20', '#CDE5EC', 3, 0.8) +
    circle(21, 47, 4.6, '#fff') +
    circle(20, 47, 2.6, '#16303b')
  );
}

function drawDrop(pen: Pen): string {
  return (
    path('M50 4C70 34 84 48 84 66A34 34 0 0 1 16 66C16 48 30 34 50 4Z', shadeDiagonally(pen, '#A6DDF7', '#2F8CCB')) +
    stroke('M32 64A18 18 0 0 0 46 82', '#fff', 6, 0.9) +
    circle(66, 54, 4.5, '#fff', 0.9)
  );
}
