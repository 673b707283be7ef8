/** Folds traditional characters into simplified ones, in which the shop's texts are written. */
import { Converter } from 'opencc-js/t2cn';

let convert: ((text: string) => string) | undefined;

/** Converts a text to simplified Chinese. The dictionary (1.5 MB) is built at the first call. */
export function toSimplified(text: string): string {
  convert ??= Converter({ from: 't', to: 'cn' });
  return convert(text);
}
