/** Money in JSON: integer sen in code, decimal text with two digits in JSON (`"12.90"`). */
import { type Sen, senToText, textToSen } from '@shop/core/money';
import * as v from 'valibot';

const MONEY_TEXT = /^-?\d{1,10}\.\d{2}$/;

/** Money in a response: serializes sen. */
export const money = () => v.pipe(v.number(), v.integer(), v.transform(senToText), v.string(), v.regex(MONEY_TEXT));

/** Money in a request: parses ringgit with at most two decimals to sen. */
export const moneyIn = () =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,8}(\.\d{1,2})?$/),
    v.transform((text): Sen => textToSen(text) ?? 0),
    v.number(),
    v.integer(),
  );
