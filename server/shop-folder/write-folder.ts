/** Writes a setup as a shop's folder, always the same bytes for the same setup. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LANGS } from '@shop/core/lang';
import { Document, isCollection, isPair, isScalar, type Node, type Pair, stringify } from 'yaml';
import { exists } from '../media/image-files.ts';
import type { ImageSpec } from '../media/image-spec.ts';
import { buildDocuments, type Documents } from './documents/documents.ts';
import { originalPath } from './pictures.ts';
import type { ShopSetup } from './shop-setup.ts';

const LINE_WIDTH = 118;

/** Maximum length of a list or entry on one line. */
const MAX_FLOW = 100;

/** Puts short lists and entries on one line; returns whether the node is on one. */
function flowShort(node: Node | Pair | null): boolean {
  if (isPair(node)) return flowShort(node.value as Node | null);
  if (isScalar(node)) return !String(node.value).includes('\n');
  if (!isCollection(node)) return true;
  const isShallow = node.items.map((item) => flowShort(item as Node | Pair)).every(Boolean);
  node.flow = isShallow && stringify(node, { collectionStyle: 'flow', lineWidth: 0 }).length <= MAX_FLOW;
  return node.flow;
}

/** Writes YAML; each top-level entry is on its own line. */
function yaml(value: object): string {
  const document = new Document(value);
  const root = document.contents;
  if (isCollection(root)) for (const item of root.items) flowShort(item as Pair);
  return document.toString({ lineWidth: LINE_WIDTH });
}

/** Comments at the head of the files. */
const HEADS: Readonly<Record<string, string>> = {
  shop: 'The shop itself: name, company, contacts. A text is one line, or { en: English, zh: Chinese }.',
  delivery: 'Where and how the shop delivers. Amounts in ringgit; each method has a fee per zone.',
  payments: 'Payment methods, in this order.',
  promotions:
    'Coupons, and promotions that apply without a code. off: 5.00 or "10%", up_to caps a percentage; or buy and get; or\nfree_delivery: true.',
  vouchers:
    'Vouchers that points or coins buy, by code. off, up_to, buy, get and free_delivery as for promotions; cost: 500 points, or\n300 coins.',
  loyalty:
    'Points, coins and membership tiers. enabled: false hides all of it. The shop has only the rewards and tiers listed\nhere.',
  collections:
    'Named lists of products. by: best_sellers, popular, newest, deals, bundles, category (with categories), or picked\n(with products).',
  home: 'The sections of the home page, in this order, and its moods: tiles that lead to the products of a tag.',
  search: 'Synonyms for the search, one meaning per line.',
  'banners/banners': 'The large pictures of the home page, in this order. Their files are in this folder.',
};

const withHead = (name: string, text: string): string =>
  `${(HEADS[name] ?? '')
    .split('\n')
    .map((line) => `# ${line}`)
    .join('\n')}\n${text}`;

function pageFiles(setup: ShopSetup): [string, string][] {
  return setup.pages.flatMap((page, position) =>
    LANGS.flatMap((lang): [string, string][] => {
      const source = page.source[lang];
      if (source === null) return [];
      const head = {
        title: page.title[lang] ?? page.title.en,
        ...(page.description[lang] && { description: page.description[lang] }),
        ...(lang === 'en' && page.updated_on && { updated: page.updated_on }),
        ...(lang === 'en' && { position: position + 1 }),
      };
      return [[`pages/${lang}/${page.slug}.md`, `---\n${yaml(head)}---\n\n${source}\n`]];
    }),
  );
}

const cell = (value: string | number): string =>
  /[",\n]/.test(String(value)) ? `"${String(value).replace(/"/g, '""')}"` : String(value);

function outletsFile(setup: ShopSetup, documents: Documents): string {
  const head = 'code,name,name_zh,street_address,postcode,state,latitude,longitude,phone,hours';
  const rows = setup.outlets.map((outlet) => {
    const { state, hours } = documents.outlets[outlet.code] as { state: string; hours: string };
    const { code, name, street_address, postcode, latitude, longitude, phone } = outlet;
    return [code, name.en, name.zh ?? '', street_address, postcode, state, latitude, longitude, phone, hours].map(cell);
  });
  return `${[head, ...rows.map((row) => row.join(','))].join('\n')}\n`;
}

/** The usual extension of a picture, by its first bytes. */
function extensionOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (text.startsWith('\x89PNG')) return 'png';
  if (text.startsWith('\xff\xd8')) return 'jpg';
  if (text.startsWith('GIF')) return 'gif';
  return text.slice(4, 8) === 'ftyp' ? 'avif' : 'webp';
}

/** Loads the pictures that the setup uses: SHA-256 → bytes. */
async function loadPictures(setup: ShopSetup, media: string): Promise<Map<string, Uint8Array>> {
  const { logo, icon, seo } = setup.settings;
  const ofBanners = setup.banners.flatMap(({ image, tile }) => [image, tile]);
  const images = [logo, icon, seo.og_image, ...setup.vouchers.map(({ image }) => image), ...ofBanners];
  const pictures = new Map<string, Uint8Array>();
  for (const image of images) {
    if (image?.kind !== 'upload' || !(await exists(originalPath(media, image.sha256)))) continue;
    pictures.set(image.sha256, await readFile(originalPath(media, image.sha256)));
  }
  return pictures;
}

/** Builds the files of a folder: path → content. */
export async function folderFiles(
  setup: ShopSetup,
  { states, media }: { states: ReadonlyMap<string, string>; media: string },
): Promise<Map<string, string | Uint8Array>> {
  const pictures = await loadPictures(setup, media);
  const files = new Map<string, string | Uint8Array>();
  const names = new Map<string, string>();
  const nameIn = (folder: string) => (image: ImageSpec, name: string) => {
    if (image.kind !== 'upload') return image as never;
    const bytes = pictures.get(image.sha256);
    if (bytes === undefined) return null;
    const known = names.get(`${folder}${image.sha256}`);
    const file = known ?? `${name}.${extensionOf(bytes)}`;
    names.set(`${folder}${image.sha256}`, file);
    files.set(`${folder}${file}`, bytes);
    return file;
  };
  const inBanners = nameIn('banners/');
  const inFolder = nameIn('');
  const image = (spec: ImageSpec, name: string) =>
    ['logo', 'icon', 'share'].includes(name) || name.startsWith('voucher.')
      ? inFolder(spec, name)
      : inBanners(spec, name);
  const documents = buildDocuments(setup, { states, image });
  for (const name of [
    'shop',
    'delivery',
    'payments',
    'promotions',
    'vouchers',
    'loyalty',
    'collections',
    'home',
    'search',
  ] as const) {
    files.set(`${name}.yaml`, withHead(name, yaml(documents[name])));
  }
  files.set('banners/banners.yaml', withHead('banners/banners', yaml(documents.banners)));
  for (const [path, content] of pageFiles(setup)) files.set(path, content);
  files.set('outlets.csv', outletsFile(setup, documents));
  return files;
}

/** Writes the files into a folder; others stay. */
export function writeFiles(folder: string, files: ReadonlyMap<string, string | Uint8Array>): void {
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}
