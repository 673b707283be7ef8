/** Codecs: how each kind of value is checked, read from a shop's folder, written to it and stored. */
import { LANGS } from '@shop/core/lang';
import { textToSen } from '@shop/core/money';
import * as v from 'valibot';
import { packs } from '../import/pictures/picture-address.ts';
import type { ImageSpec } from '../media/image-spec.ts';
import * as columns from './columns.ts';
import { DAYS, formatDuration, formatHours, formatSpan, parseHours, toRinggit, type YamlValue } from './documents.ts';

/** A text in both languages; without Chinese the English is shown. */
export type BilingualText = { en: string; zh: string | null };
export const NO_TEXT: BilingualText = { en: '', zh: null };

/** A file of the folder, or the data of a drawn image. */
export type NamedImage = { file: string } | { drawing: ImageSpec };

export type Path = readonly (string | number)[];

/** A value's place in a file, and the context in which the value is read. */
export type FilePlace = {
  /** The name of the entry, such as `van` of a delivery method. */
  entry: string;
  /** The shop's current entry of this name. */
  current: unknown;
  /** Reports a problem at the line of the place, or of what `path` leads to below it. */
  report: (reason: string, path?: Path) => void;
  at: (...path: Path) => FilePlace;
  /** The place of an entry, with the shop's current one. */
  enter: (entry: string, current?: unknown) => FilePlace;
  /** Finds a state's code by its code or English name. */
  findState: (name: string) => string | undefined;
  /** Resolves a named image to its file or drawing data; reports a missing file. */
  findImage: (imageRef: NamedImage) => ImageSpec;
  /** Lists the entry names of a list that was read before. */
  namesIn: (list: string) => readonly string[];
  now: Date;
};

/** The names by which documents refer to images and states. */
export type DocumentNames = {
  /** Returns an image's file name, or its drawing data. */
  image: (image: ImageSpec, name: string) => YamlValue;
  /** English names of the states by code. */
  states: ReadonlyMap<string, string>;
};

export type Codec<Value> = {
  /** Checks a value of a file; its messages follow the name of the field. */
  schema: v.GenericSchema;
  /** Converts the schema's output to the value, and reports problems that the schema cannot detect. */
  read(checked: unknown, place: FilePlace): Value;
  /** `entry`: the name of the entry whose value it is. */
  write(value: Value, names: DocumentNames, entry: string): YamlValue;
  column: columns.StoredColumn;
};

/** A codec whose schema's output is the value. */
export type CheckedCodec<Value> = Codec<Value> & { schema: v.GenericSchema<unknown, Value> };

/** Creates a codec from a schema; the value is written unchanged unless `write` is given. */
export function codec<Value>(
  schema: v.GenericSchema<unknown, Value>,
  write: (value: Value) => YamlValue = (value) => value as YamlValue,
  column: columns.StoredColumn = columns.plain,
): CheckedCodec<Value> {
  return { schema, read: (checked) => checked as Value, write, column };
}

/** Makes the schema of a text that matches a pattern. */
export const createPatternSchema = (pattern: RegExp, reason: string) =>
  v.pipe(v.string(reason), v.regex(pattern, reason));

const trimmedText = v.pipe(v.string('must be a text; put it in quotes'), v.trim());
const filledText = v.pipe(trimmedText, v.minLength(1, 'must not be empty'));
const wholeNumber = v.pipe(
  v.number('must be a number'),
  v.integer('must be a whole number'),
  v.minValue(0, 'is below zero'),
);
const positiveNumber = v.pipe(wholeNumber, v.minValue(1, 'must be 1 or more'));

/** A word in one language, which may be empty. */
export const word = codec(trimmedText);
export const filledWord = codec(filledText);
export const count = codec(wholeNumber);
export const atLeastOne = codec(positiveNumber);
export const percent = codec(v.pipe(wholeNumber, v.maxValue(100, 'must be 100 or less')));
export const flag = codec(v.boolean('must be true or false'));
/** A flag that is stored as the opposite of the file's. */
export const negatedFlag = codec(
  v.pipe(
    flag.schema,
    v.transform((isTrue) => !isTrue),
  ),
  (value) => !value,
);

const codeSchema = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9]+([-_][a-z0-9]+)*$/, 'must be small letters, digits and dashes'),
);
export const code = codec(codeSchema);

export const writeText = ({ en, zh }: BilingualText): YamlValue => {
  if (en === '' && !zh) return null;
  return zh === null || zh === '' ? en : { en, zh };
};

/** A text in one language, or in both as `{ en: …, zh: … }`. */
export const text = codec(
  v.union(
    [
      v.pipe(
        filledText,
        v.transform((en): BilingualText => ({ en, zh: null })),
      ),
      v.pipe(
        v.strictObject({ en: filledText, zh: v.optional(filledText) }),
        v.transform(({ en, zh }): BilingualText => ({ en, zh: zh ?? null })),
      ),
    ],
    'must be a text, or { en: English, zh: Chinese }',
  ),
  writeText,
  columns.text,
);

/** Ringgit such as `8`, `8.00` or `RM8.00`, as sen. */
export const money = codec(
  v.pipe(
    v.union([v.number(), v.string()], 'must be an amount such as 8.00'),
    v.transform((amount) => {
      if (typeof amount === 'string') return textToSen(amount.replace(/^RM\s*/i, '').trim());
      const sen = Math.round(amount * 100);
      return Math.abs(amount * 100 - sen) < 1e-6 ? sen : null;
    }),
    v.number('must be an amount such as 8.00: ringgit, with two decimals at most'),
    v.minValue(0, 'is below zero'),
    v.maxValue(9_999_999, 'is above RM99,999.99'),
  ),
  toRinggit,
);

/** `2 h` or `45 min`, as minutes. */
export const duration = codec(
  v.pipe(
    createPatternSchema(/^\d{1,4} ?(h|min)$/, 'must be such as "2 h" or "45 min"'),
    v.transform((words) => Number.parseInt(words, 10) * (words.endsWith('h') ? 60 : 1)),
  ),
  formatDuration,
);

/** `10:00-12:00`, as minutes after midnight. */
export const span = codec(
  v.pipe(
    createPatternSchema(/^([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be such as "10:00-12:00"'),
    v.transform((words) => {
      const [starts = 0, ends = 0] = words
        .split('-')
        .map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)));
      return { starts_minute: starts, ends_minute: ends };
    }),
    v.check(({ starts_minute, ends_minute }) => starts_minute < ends_minute, 'ends before it begins'),
  ),
  formatSpan,
);

/** A time with its zone, or a Malaysian day or time, as UTC. */
export const moment = codec(
  v.pipe(
    v.string('must be a time such as "2026-12-01 08:00"'),
    v.transform((words) => {
      const local = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d))?$/.exec(words);
      const at = new Date(local === null ? words : `${local[1]}T${local[2] ?? '00:00'}:00+08:00`);
      return Number.isNaN(at.getTime()) ? null : at.toISOString();
    }),
    v.string('must be a time such as "2026-12-01 08:00"'),
  ),
  undefined,
  columns.moment,
);

/** Makes the codec of a Malaysian day; messages show the example. */
export const day = (example: string): Codec<string> =>
  codec(v.pipe(v.string(`must be a day such as ${example}`), v.isoDate(`must be a day such as ${example}`)));

/** Opening hours such as `Mon-Fri 08:00-22:00; Sat 09:00-13:00`. */
export const hours = codec(
  v.pipe(
    v.string(),
    v.transform(parseHours),
    v.array(v.any(), 'must be such as "Mon-Fri 08:00-22:00; Sat 09:00-13:00"'),
  ),
  formatHours,
);

/** Makes the codec of one of these words. */
export const oneOf = <const Word extends string>(words: readonly Word[], reason?: string): CheckedCodec<Word> =>
  codec(v.picklist(words, reason ?? `must be one of ${words.join(', ')}`));

/** Makes the codec of a list whose items have one codec. */
export const list = <Item>(item: Codec<Item>, reason: string): Codec<Item[]> => ({
  schema: v.array(item.schema, reason),
  read: (checked, place) => (checked as unknown[]).map((each, index) => item.read(each, place.at(index))),
  write: (items, names, entry) => items.map((each) => item.write(each, names, entry)),
  column: columns.plain,
});

export const categories = list(filledWord, 'must be a list of categories');
export const brands = list(filledWord, 'must be a list of brands');
export const products = list(filledWord, 'must be a list of products');

export const weekdays = list(
  codec(
    v.pipe(
      v.picklist(DAYS, `must be one of ${DAYS.join(', ')}`),
      v.transform((name): number => DAYS.indexOf(name)),
    ),
    (index) => DAYS[index],
  ),
  'must be a list of days such as [Fri, Sat]',
);

export const languages = codec(
  v.pipe(
    v.array(v.picklist(LANGS, 'must be en or zh')),
    v.check((langs) => langs.includes('en'), 'must contain en: every text has English'),
  ),
);

/** A state by its code or English name, stored as its code. */
export const state: Codec<string> = {
  schema: filledText,
  read(checked, { findState, report }) {
    const stateCode = findState(checked as string);
    if (stateCode === undefined) report(`"${checked}" is no state of Malaysia`);
    return stateCode ?? '';
  },
  write: (id, { states }) => states.get(id) ?? id,
  column: columns.columnOfOtherName('state_id'),
};

const IMAGE_RULE = 'must name a PNG, JPEG, WebP, AVIF or GIF file of the folder';

/** Makes the codec of a picture; `nameFile` names its file, from the name of the entry. */
export const picture = (nameFile: (entry: string) => string): Codec<ImageSpec> => ({
  schema: v.union(
    [
      v.pipe(
        v.string(),
        v.regex(/^[\w.-]+\.(png|jpe?g|webp|avif|gif)$/i, IMAGE_RULE),
        v.transform((file): NamedImage => ({ file })),
      ),
      v.pipe(
        v.strictObject({ kind: v.literal('banner'), scene: codeSchema, packs, format: v.picklist(['wide', 'tile']) }),
        v.transform((spec): NamedImage => ({ drawing: spec as ImageSpec })),
      ),
      v.pipe(
        v.strictObject({ kind: v.literal('logo') }),
        v.transform((drawing): NamedImage => ({ drawing })),
      ),
    ],
    IMAGE_RULE,
  ),
  read: (checked, { findImage }) => findImage(checked as NamedImage),
  write: (spec, names, entry) => names.image(spec, nameFile(entry)),
  column: columns.picture,
});

/** Makes the schema of entries by name. */
export const entriesByName = <Entry>(entry: v.GenericSchema<unknown, Entry>) =>
  v.record(codeSchema, entry, 'must be entries by name');
