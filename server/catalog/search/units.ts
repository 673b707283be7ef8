/** Normalizes numbers with units, so that "1l", "1 L" and "1000ml" are the same word (docs/ux.md#rule-14). */

type UnitFactor = { of: 'g' | 'ml' | 'pc'; factor: number };

const GRAM: UnitFactor = { of: 'g', factor: 1 };
const KILOGRAM: UnitFactor = { of: 'g', factor: 1000 };
const MILLILITRE: UnitFactor = { of: 'ml', factor: 1 };
const LITRE: UnitFactor = { of: 'ml', factor: 1000 };
const PIECE: UnitFactor = { of: 'pc', factor: 1 };

const listSpellings = (unit: UnitFactor, words: string): [string, UnitFactor][] =>
  words.split(' ').map((word) => [word, unit]);

const UNIT_FACTORS = new Map<string, UnitFactor>([
  ...listSpellings(GRAM, 'g gm gms gr gram grams'),
  ...listSpellings(KILOGRAM, 'kg kgs kilo kilos kilogram kilograms'),
  ...listSpellings(MILLILITRE, 'ml mls millilitre millilitres milliliter milliliters mililiter'),
  ...listSpellings({ of: 'ml', factor: 10 }, 'cl'),
  ...listSpellings(LITRE, 'l lt ltr ltrs litre litres liter liters'),
  ...listSpellings(
    PIECE,
    'pc pcs piece pieces pack packs pkt pkts packet packets sachet sachets bag bags stick sticks roll rolls',
  ),
  ...listSpellings(PIECE, 'biji keping batang helai gulung uncang paket peket'),
]);

/** Longest first: 公斤 before 斤. */
const CHINESE_UNITS: readonly [string, UnitFactor][] = [
  ...listSpellings(KILOGRAM, '公斤 千克'),
  ...listSpellings(MILLILITRE, '毫升'),
  ...listSpellings(LITRE, '公升'),
  ...listSpellings(LITRE, '升'),
  ...listSpellings(GRAM, '克'),
  ...listSpellings(PIECE, '个 粒 包 片 卷 支 条 盒 瓶 罐 袋 枚 件 颗 根 只 张 抽 块 份 入'),
];

/**
 * Parses a number and the segment after it as a measure; `unit` is the unit as written. Null if it is not a measure.
 */
export function parseMeasure(
  digits: string,
  next: { kind: string; text: string; joined: string },
): { text: string; unit: string } | null {
  const amount = Number(digits);
  if (!Number.isFinite(amount)) return null;
  const match = next.kind === 'han' ? parseChineseUnit(next.text) : parseLatinUnit(next);
  if (match === null) return null;
  // Three decimals: a gram of a kilogram. More are rounding errors.
  return { text: `#${Math.round(amount * match.unit.factor * 1000) / 1000}${match.unit.of}`, unit: match.written };
}

function parseChineseUnit(text: string): { unit: UnitFactor; written: string } | null {
  const match = CHINESE_UNITS.find(([written]) => text.startsWith(written));
  return match ? { written: match[0], unit: match[1] } : null;
}

function parseLatinUnit({ kind, text, joined }: { kind: string; text: string; joined: string }) {
  if (kind !== 'word') return null;
  // "30s" means 30 pieces; "30 s" means nothing.
  const unit = text === 's' && joined === 'glued' ? PIECE : UNIT_FACTORS.get(text);
  return unit ? { unit, written: text } : null;
}
