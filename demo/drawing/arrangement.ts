/** Draws packs, alone or next to each other, at a place of a larger drawing. */
import { BASE_Y } from '../../server/media/floor-shadow.ts';
import type { PackParams } from '../../server/media/image-spec.ts';
import { CANVAS_SIDE, group } from '../../server/media/svg.ts';
import { drawPack, fitPack } from './pack.ts';

/** Turn, size and rise (in heights) of each pack of a fan, left to right; smaller ones are behind. */
const FANS: Record<number, { turn: number; size: number; rise: number }[]> = {
  1: [{ turn: 0, size: 1, rise: 0 }],
  2: [
    { turn: -7, size: 0.92, rise: 0 },
    { turn: 5, size: 1, rise: 0 },
  ],
  3: [
    { turn: -8, size: 0.92, rise: 0.03 },
    { turn: 0, size: 1, rise: 0 },
    { turn: 8, size: 0.92, rise: 0.03 },
  ],
};

/** Share of a pack's width that its neighbour covers, by the number of packs. */
const OVERLAP: Record<number, number> = { 1: 0, 2: 0.1, 3: 0.16 };

/** Draws up to three packs as a fan, their feet on `ground`, inside the width and height given. */
export function drawPackFan(
  packs: readonly PackParams[],
  prefix: string,
  space: { left: number; right: number; height: number; ground: number },
): string {
  const shown = packs.slice(0, 3);
  const stances = FANS[shown.length] ?? [];
  const pieces = shown.map((pack, index) => {
    const { turn, size, rise } = stances[index] ?? { turn: 0, size: 1, rise: 0 };
    const fitted = fitPack(pack);
    const lean = Math.sin((Math.abs(turn) * Math.PI) / 180) * fitted.height * 0.5;
    return { pack, index, turn, size, rise, width: fitted.width * size + lean, height: fitted.height * size };
  });
  const overlap = OVERLAP[shown.length] ?? 0;
  const span =
    pieces.reduce((sum, { width }) => sum + width, 0) * (1 - overlap) + (pieces.at(-1)?.width ?? 0) * overlap;
  const tallest = Math.max(1, ...pieces.map(({ height, rise }) => height * (1 + rise)));
  const scale = Math.min((space.right - space.left) / span, space.height / tallest);

  let edge = (space.left + space.right) / 2 - (span * scale) / 2;
  const placed = pieces.map((piece) => {
    const x = edge + (piece.width * scale) / 2;
    edge += piece.width * scale * (1 - overlap);
    return { ...piece, x };
  });
  return placed
    .sort((one, other) => one.size - other.size || one.index - other.index)
    .map(({ pack, index, turn, size, rise, height, x }) =>
      drawStandingPack(pack, `${prefix}${index}`, {
        x,
        y: space.ground - rise * height * scale,
        scale: scale * size,
        turn,
      }),
    )
    .join('');
}

/** Draws one pack with the middle of its foot at a point, scaled and turned about it. */
export function drawStandingPack(
  pack: PackParams,
  prefix: string,
  { x, y, scale, turn = 0 }: { x: number; y: number; scale: number; turn?: number },
): string {
  const turned = turn ? ` rotate(${turn})` : '';
  const transform = `translate(${x.toFixed(1)} ${y.toFixed(1)})${turned} scale(${scale.toFixed(4)}) translate(${-CANVAS_SIDE / 2} ${-BASE_Y})`;
  return group(transform, drawPack(pack, prefix));
}
