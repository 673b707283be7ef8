/** Settings: a table of those that a file has, with their names in the file and in the setup. */
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { type StoredSettings, storedSettings } from '../content/settings.ts';
import type { Codec, DocumentNames, FilePlace } from '../field-tables/codecs.ts';
import type { Document, YamlValue } from '../field-tables/documents.ts';
import type { CheckedDocument } from '../field-tables/fields.ts';
import type { ImageSpec } from '../media/image-spec.ts';

/** The settings, with images as drawing data. */
export type SetupSettings = Omit<StoredSettings, 'logo' | 'icon' | 'seo'> & {
  logo: ImageSpec | null;
  icon: ImageSpec | null;
  seo: Omit<StoredSettings['seo'], 'og_image'> & { og_image: ImageSpec | null };
};

/** Returns the settings of a new shop. */
export function defaultSettings(): SetupSettings {
  const { logo: _logo, icon: _icon, seo, ...settings } = v.parse(storedSettings, {});
  return { ...settings, logo: null, icon: null, seo: { ...seo, og_image: null } };
}

/** A setting, or one of a group: `legal.business_name`. */
type SettingName = {
  [Key in keyof SetupSettings]: Key | `${Key}.${keyof NonNullable<SetupSettings[Key]> & string}`;
}[keyof SetupSettings];

/** `leftOut`: the value for which the file has no line. `otherwise`: the value if the file says nothing. */
type SettingOptions<Value> = {
  leftOut?: Value;
  otherwise?(document: CheckedDocument, current: Value): Value;
  doc?: string;
};

export type Setting = SettingOptions<unknown> & {
  /** Its name in the file, or its group and its name. */
  name: string[];
  /** Its path in the settings. */
  path: string[];
  codec: Codec<unknown>;
};

/**
 * Declares a setting: `name` is its key in the file (`contact.phone`: `phone` in the group `contact`), `path` its key
 * in the stored settings.
 */
export const setting = <Value>(
  name: string,
  path: SettingName,
  codec: Codec<Value>,
  options: SettingOptions<Value> = {},
): Setting => ({
  ...(options as SettingOptions<unknown>),
  name: name.split('.'),
  path: path.split('.'),
  codec: codec as Codec<unknown>,
});

type SettingsTree = { [key: string]: unknown };

const readValue = (tree: unknown, path: readonly string[]): unknown =>
  path.reduce((value, key) => (value as SettingsTree | undefined)?.[key], tree);

function setValue(tree: SettingsTree, [key = '', ...rest]: readonly string[], value: unknown): SettingsTree {
  return { ...tree, [key]: rest.length === 0 ? value : setValue((tree[key] ?? {}) as SettingsTree, rest, value) };
}

/** Builds the schemas of settings in a file; each may be left out. */
export function settingEntries(settings: readonly Setting[]): v.ObjectEntries {
  const groups = Map.groupBy(settings, ({ name }) => name[0] ?? '');
  return Object.fromEntries(
    [...groups].map(([group, members]) => {
      const own = members.map(({ name, codec }) => [name[1], v.optional(codec.schema)] as const);
      const [only] = members;
      const schema = only?.name.length === 1 ? only.codec.schema : v.strictObject(Object.fromEntries(own));
      return [group, v.optional(schema)];
    }),
  );
}

/** Reads the settings of a file; those that it leaves out stay as in `base`. */
export function readDocumentSettings(
  settings: readonly Setting[],
  document: CheckedDocument,
  { place, base }: { place: FilePlace; base: SetupSettings },
): SetupSettings {
  const read = settings.reduce((result: SettingsTree, { name, path, codec, otherwise }) => {
    const said = readValue(document, name);
    if (said !== undefined) return setValue(result, path, codec.read(said, place.at(...name)));
    return otherwise === undefined ? result : setValue(result, path, otherwise(document, readValue(base, path)));
  }, base);
  return read as SetupSettings;
}

/** Adds a setting to a file's document. */
export function writeSetting(
  { name, path, codec, leftOut }: Setting,
  { settings, document, names }: { settings: SetupSettings; document: Document; names: DocumentNames },
): void {
  const value = readValue(settings, path);
  const isLeftOut = value === null || isDeepStrictEqual(value, leftOut);
  const written: YamlValue = isLeftOut ? null : codec.write(value, names, name.at(-1) ?? '');
  Object.assign(document, setValue(document, name, written));
}
