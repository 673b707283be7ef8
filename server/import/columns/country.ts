/** Reads a country: its code (`MY`) or its name in English or Chinese. */
import { type CellCodec, InvalidCell } from './cells.ts';

const ALPHABET = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

let codesByName: Map<string, string> | null = null;

/** Maps lower-case country codes, and names in English and Chinese, to country codes. */
function buildCodesByName(): Map<string, string> {
  const codeOfName = new Map<string, string>();
  for (const locale of ['en', 'zh-CN']) {
    const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
    for (const code of ALPHABET.flatMap((first) => ALPHABET.map((second) => first + second))) {
      const name = names.of(code);
      // Codes without a country of their own, such as the European Union and unknown regions, are left out.
      if (name === undefined || /^(EU|EZ|QO|UN|XA|XB|ZZ)$/.test(code)) continue;
      codeOfName.set(code.toLowerCase(), code);
      codeOfName.set(name.toLowerCase(), code);
    }
  }
  return codeOfName;
}

/** Reads a country's code; null for an empty cell. */
function readCountry(text: string): string | null {
  const word = text.trim().toLowerCase();
  if (word === '') return null;
  codesByName ??= buildCodesByName();
  const code = codesByName.get(word);
  if (code === undefined)
    throw new InvalidCell(`"${text.trim().slice(0, 40)}" is not a country such as MY or Malaysia`);
  return code;
}

export const country: CellCodec<string | null> = { read: readCountry, write: (code) => code ?? '' };
