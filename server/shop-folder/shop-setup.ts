/**
 * A shop's setup: everything but its catalogue, customers and orders. The folder, the database and the demo share this
 * shape. Money in sen, weights in grams, times ISO 8601 in UTC, other rows named by code or slug.
 */
import type { SetupItem } from '../field-tables/fields.ts';
import type { ListPart } from '../field-tables/list-part.ts';
import { banners } from './parts/banners.ts';
import { collections } from './parts/collections.ts';
import { deliverySettings, methods, zones } from './parts/delivery.ts';
import { home } from './parts/home.ts';
import { loyaltyRates, rewards, tiers } from './parts/loyalty.ts';
import { outlets } from './parts/outlets.ts';
import { pages } from './parts/pages.ts';
import { payments } from './parts/payments.ts';
import { promotions } from './parts/promotions.ts';
import { shop } from './parts/shop.ts';
import { synonyms } from './parts/synonyms.ts';
import { vouchers } from './parts/vouchers.ts';
import type { Setting, SetupSettings } from './settings.ts';

/**
 * A part of the setup: a file, its head comment, its lists and settings. A list with the part's name is the whole file.
 */
export type Part = {
  name: string;
  path: string;
  head: string;
  contents: readonly (ListPart | Setting)[];
};

/** Describes a part in a YAML file of its name. */
const definePart = <const Name extends string, const Contents extends Part['contents']>(
  name: Name,
  contents: Contents,
  head: string,
) => ({ name, path: `${name}.yaml`, head, contents });

/** The parts, in the order in which they are read, compared and written: a part comes after those that it refers to. */
export const PARTS = [
  definePart(
    'shop',
    shop,
    'The shop itself: name, company, contacts. A text is one line, or { en: English, zh: Chinese }.',
  ),
  definePart(
    'delivery',
    [zones, methods, ...deliverySettings],
    'Where and how the shop delivers. Amounts in ringgit; each method has a fee per zone.',
  ),
  definePart('payments', [payments], 'Payment methods, in this order.'),
  definePart(
    'promotions',
    [promotions],
    'Coupons, and promotions that apply without a code. off: 5.00 or "10%", up_to caps a percentage; or buy and get; or\nfree_delivery: true.',
  ),
  definePart(
    'vouchers',
    [vouchers],
    'Vouchers that points or coins buy, by code. off, up_to, buy, get and free_delivery as for promotions; cost: 500 points, or\n300 coins.',
  ),
  definePart(
    'loyalty',
    [...loyaltyRates, tiers, rewards],
    'Points, coins and membership tiers. enabled: false hides all of it. The shop has only the rewards and tiers listed\nhere.',
  ),
  definePart(
    'collections',
    [collections],
    'Named lists of products. by: best_sellers, popular, newest, deals, bundles, category (with categories), or picked\n(with products).',
  ),
  definePart(
    'home',
    home,
    'The sections of the home page, in this order, and its moods: tiles that lead to the products of a tag.',
  ),
  definePart('search', [synonyms], 'Synonyms for the search, one meaning per line.'),
  {
    ...definePart(
      'banners',
      [banners],
      'Pictures that lead somewhere: on the home page, above lists, in the cart, as a popup. Their files are in this folder.',
    ),
    path: 'banners/banners.yaml',
  },
  { ...definePart('pages', [pages], ''), path: 'pages' },
  { ...definePart('outlets', [outlets], ''), path: 'outlets.csv' },
] satisfies readonly Part[];

export type PartName = (typeof PARTS)[number]['name'];

/** The lists among the contents of all parts. */
type ListedPart = Exclude<(typeof PARTS)[number]['contents'][number], Setting>;

export type ShopSetup = { settings: SetupSettings } & {
  [List in ListedPart as List['name']]: NonNullable<List['items']>;
};

/** Any part: `PARTS` without the types of its rows. */
const parts: readonly Part[] = PARTS;

/** Formats the comment at the head of a part's file. */
export const formatHead = ({ head }: Part): string => `${head.replace(/^/gm, '# ')}\n`;

const isList = (each: ListPart | Setting): each is ListPart => 'table' in each;

/** Returns the list that is a part's whole file, which has the part's name; null if there is none. */
export const findWholeList = ({ name, contents: [first] }: Part): ListPart | null =>
  first !== undefined && isList(first) && first.name === name ? first : null;

export const pickLists = ({ contents }: Part): ListPart[] => contents.filter(isList);
export const pickSettings = ({ contents }: Part): Setting[] => contents.filter((each) => !isList(each)) as Setting[];

export const LIST_PARTS: readonly ListPart[] = parts.flatMap(pickLists);

export const itemsOf = (setup: ShopSetup, { name }: ListPart): readonly SetupItem[] =>
  setup[name as keyof ShopSetup] as unknown as SetupItem[];
