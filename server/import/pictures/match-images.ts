/** Matches picture files with products by file name: `SKU.jpg`, `SKU-2.png`, `handle.webp`. Reads no files. */
import { posix } from 'node:path';
import type { ProductDraft } from '../columns/product-file.ts';
import type { DraftPicture } from '../columns/product-values.ts';

/** Marks the address of a picture in the folder or ZIP. */
export const FILE_MARK = 'file:';

/** A number at the end of a name: `SKU-2`, `SKU_2`, `SKU 2`. */
const NUMBERED_NAME = /^(.+)[-_ ](\d{1,2})$/;

const toFileKey = (text: string): string => text.normalize('NFC').trim().toLowerCase();

type NumberedFile = { path: string; number: number };

export type ImageMatcher = {
  /** Puts the files of a product in the place of the pictures that the file links to. */
  addImages(draft: ProductDraft): ProductDraft;
  /** Files that no product has taken. */
  listUnmatched(): string[];
};

/** Creates a matcher of picture files. `isCode` returns whether a lower-case name is a SKU or handle of the product file. */
export function createImageMatcher(paths: readonly string[], isCode: (name: string) => boolean): ImageMatcher {
  const files = new Map<string, NumberedFile[]>();
  const add = (name: string, file: NumberedFile) => files.set(name, [...(files.get(name) ?? []), file]);
  const stems = paths.map((path) => ({ path, stem: toFileKey(posix.parse(path.replaceAll('\\', '/')).name) }));
  for (const { path, stem } of stems) {
    const [, name, number] = NUMBERED_NAME.exec(stem) ?? [];
    add(stem, { path, number: 1 });
    // `HG-2.jpg` is the first picture of SKU HG-2 if there is one, otherwise the second of HG.
    if (name !== undefined && !isCode(stem)) add(name, { path, number: Number(number) });
  }
  const takenPaths = new Set<string>();
  const listPictures = (...codes: (string | null | undefined)[]): DraftPicture[] => {
    const matches = codes.flatMap((code) => (code ? (files.get(toFileKey(code)) ?? []) : []));
    matches.sort((a, b) => a.number - b.number || (a.path < b.path ? -1 : 1));
    for (const { path } of matches) takenPaths.add(path);
    return [...new Set(matches.map(({ path }) => path))].map((path) => ({ address: `${FILE_MARK}${path}` }));
  };
  return {
    addImages(draft) {
      const simple = draft.has_options ? undefined : draft.variants[0]?.sku;
      const own = listPictures(draft.handle, draft.product_sku, simple);
      const variants = draft.variants.map((variant) => {
        const [front] = draft.has_options ? listPictures(variant.sku) : [];
        return front === undefined ? variant : { ...variant, image: front };
      });
      if (own.length === 0) return { ...draft, variants };
      const alts = draft.images.map(({ alt }) => alt);
      const images = own.map((picture, index) => ({ picture, alt: alts[index] ?? { en: null, zh: null } }));
      return { ...draft, variants, images };
    },
    listUnmatched: () => paths.filter((path) => !takenPaths.has(path)),
  };
}
