/**
 * Money is an integer number of sen in code and database. This file formats it for people (`RM1,234.50`) and for JSON
 * (`1234.50`).
 */

/** The shop's currency (docs/spec.md §3 "currency MYR"), as gateways, search engines and trackers name it. */
export const CURRENCY = 'MYR';

/** An integer; 100 sen are one ringgit (RM1.00). */
export type Sen = number;

/** The parts that a price tag shows in three sizes: `RM`, ringgit, sen. */
export type MoneyParts = {
  sign: '' | '-';
  /** Whole ringgit with commas between thousands. */
  ringgit: string;
  /** Always two digits. */
  sen: string;
};

/** Splits an amount for a price tag, with the same characters as `formatMoney`. */
export function splitMoney(sen: Sen): MoneyParts {
  const amount = Math.abs(sen);
  return {
    sign: sen < 0 ? '-' : '',
    ringgit: String(Math.floor(amount / 100)).replace(/\B(?=(\d{3})+$)/g, ','),
    sen: String(amount % 100).padStart(2, '0'),
  };
}

/**
 * Formats an amount for shoppers, the same in both languages: `RM1,234.50`, `-RM5.00` (docs/readings.md#33). Not by
 * Intl, which prints a space or `MYR` on some devices.
 */
export function formatMoney(sen: Sen): string {
  const { sign, ringgit, sen: cents } = splitMoney(sen);
  return `${sign}RM${ringgit}.${cents}`;
}

/** Formats an amount without `.00`, for short texts: `RM5`, `RM2.50`. */
export const formatShortMoney = (sen: Sen): string => formatMoney(sen).replace(/\.00$/, '');

/** Formats an amount for JSON: `12.90`. */
export function senToText(sen: Sen): string {
  const amount = Math.abs(sen);
  return `${sen < 0 ? '-' : ''}${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
}

const MONEY_TEXT = /^(-?)(\d{1,10})(?:\.(\d{1,2}))?$/;

/** Parses `12.90`, `12.9` or `12`; null for any other text, or with more than ten digits before the point. */
export function textToSen(text: string): Sen | null {
  const match = MONEY_TEXT.exec(text);
  if (match === null) return null;
  const [, sign, ringgit, cents = ''] = match;
  const amount = Number(ringgit) * 100 + Number(cents.padEnd(2, '0'));
  return sign === '-' && amount > 0 ? -amount : amount;
}

const GROUPED_TEXT = /^(\d{1,3}(,\d{3})*|\d+)\.\d{2}$/;
/** Maximum characters of an amount; a number could not hold a longer one exactly. */
const MAX_GROUPED_LENGTH = 16;

/** Parses an amount as payment providers write it, `1,278.99` or `1278.99`; null for anything else, such as `1,00`. */
export function groupedTextToSen(text: string): Sen | null {
  if (text.length > MAX_GROUPED_LENGTH || !GROUPED_TEXT.test(text)) return null;
  return Number(text.replace(/[.,]/g, ''));
}

/** Rounds to 5 sen: 1, 2, 6, 7 go down, 3, 4, 8, 9 go up (Bank Negara Malaysia). */
export function roundToFiveSen(sen: Sen): Sen {
  // Adding 0 turns -0 into 0.
  return Math.round(sen / 5) * 5 + 0;
}

/** Returns the cash rounding to add to a total: -2 to 2 sen. */
export function computeCashRounding(sen: Sen): Sen {
  return roundToFiveSen(sen) - sen;
}
