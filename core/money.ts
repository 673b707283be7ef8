/**
 * Money is a whole number of sen everywhere in code and in the database. This file alone turns it into text:
 * for people (`RM1,234.50`) and for the wire (`1234.50`).
 */

/** An amount in sen, always an integer. 100 sen are one ringgit (RM1.00). */
export type Sen = number;

/** What a price tag sets in three sizes: `RM`, the ringgit, the sen. */
export type MoneyParts = {
  sign: '' | '-';
  /** Whole ringgit with commas between thousands. */
  ringgit: string;
  /** Always two digits. */
  sen: string;
};

/** Takes an amount apart for the price tag, which shows the same characters as `formatMoney`. */
export function splitMoney(sen: Sen): MoneyParts {
  const amount = Math.abs(sen);
  return {
    sign: sen < 0 ? '-' : '',
    ringgit: String(Math.floor(amount / 100)).replace(/\B(?=(\d{3})+$)/g, ','),
    sen: String(amount % 100).padStart(2, '0'),
  };
}

/**
 * An amount as shoppers read it, the same in both languages: `RM1,234.50`, `-RM5.00` (docs/readings.md#33).
 * Own code, because Intl prints a space or `MYR` depending on language and on the device's version.
 */
export function formatMoney(sen: Sen): string {
  const { sign, ringgit, sen: cents } = splitMoney(sen);
  return `${sign}RM${ringgit}.${cents}`;
}

/** An amount as it travels in JSON: `12.90`, without currency and without commas. */
export function senToText(sen: Sen): string {
  const { sign, sen: cents } = splitMoney(sen);
  return `${sign}${Math.floor(Math.abs(sen) / 100)}.${cents}`;
}

const MONEY_TEXT = /^(-?)(\d{1,10})(?:\.(\d{1,2}))?$/;

/** Reads `12.90`, `12.9` or `12`; null for whatever is not a plain decimal amount of at most ten digits. */
export function textToSen(text: string): Sen | null {
  const match = MONEY_TEXT.exec(text);
  if (match === null) return null;
  const [, sign, ringgit, cents = ''] = match;
  const amount = Number(ringgit) * 100 + Number(cents.padEnd(2, '0'));
  return sign === '-' && amount > 0 ? -amount : amount;
}

/** Cash is payable in steps of 5 sen: 1, 2, 6, 7 go down, 3, 4, 8, 9 go up (Bank Negara Malaysia). */
export function roundToFiveSen(sen: Sen): Sen {
  // Adding zero turns the negative zero of a rounded -1 or -2 into zero.
  return Math.round(sen / 5) * 5 + 0;
}

/** The line between a total and what is paid in cash: -2 to 2 sen, to be added to the total. */
export function cashRounding(sen: Sen): Sen {
  return roundToFiveSen(sen) - sen;
}
