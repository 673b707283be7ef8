/**
 * `npm run till -- member CARD | member --contact CONTACT | award MEMBER RECEIPT AMOUNT | redeem MEMBER RECEIPT
 * points|coins AMOUNT | redeem MEMBER RECEIPT voucher CODE [--bill TOTAL] [--line CODE,QUANTITY,AMOUNT]… | reverse
 * RECEIPT`: acts as a till, for trying it out;
 * `keys | add-key OUTLET | disable-key ID | referral-link OUTLET [--poster FILE] | referrals` for the shop's owner.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { RequestOf } from '@shop/contract/api/client';
import { shopperPaths } from '@shop/contract/api/endpoint-paths';
import { staffPaths } from '@shop/contract/staff/staff-paths';
import type { TillResult } from '@shop/contract/till';
import { isBarcode } from '@shop/core/catalog/barcode';
import { CommandFailed, DONE, runProgram } from '../../command-line.ts';
import { type Environment, readEnvironment } from '../../config.ts';
import { createShopClient, createStaffClient, formatRinggit } from '../../staff/commands/staff-client.ts';
import { composePoster, type PosterTexts } from './poster.ts';

const USAGE = `Usage: npm run till -- member CARD | member --contact CONTACT
       award MEMBER RECEIPT AMOUNT | redeem MEMBER RECEIPT points|coins AMOUNT
       redeem MEMBER RECEIPT voucher CODE [--bill TOTAL] [--line CODE,QUANTITY,AMOUNT]...
       reverse RECEIPT | keys | add-key OUTLET | disable-key ID
       referral-link OUTLET [--poster FILE] | referrals
CODE of a line is a SKU or a barcode, AMOUNT the price of all its units.
--poster writes an A4 page with the link's QR code, for a browser to print.
TILL_KEY or TILL_KEY_FILE is the outlet's key, PUBLIC_URL the shop (http://localhost:3000).`;

const readShopUrl = (env: Environment): string =>
  (env.PUBLIC_URL || `http://localhost:${env.PORT || 3000}`).replace(/\/+$/, '');

/**
 * Creates a client of the till API with the key in `TILL_KEY`, else with the demo key, which only development accepts.
 */
const createTillClient = (env: Environment) =>
  createShopClient(staffPaths, readShopUrl(env), { 'x-api-key': env.TILL_KEY || 'demo-till' });

const formatMember = ({ id, name, tier, balances }: TillResult['member']): string =>
  `${id}  ${name}  ${tier ?? '-'}  ${balances.point.balance} points  ${balances.store_credit.balance} coins`;

const formatResult = ({ receipt, kind, amount, value, voucher }: TillResult): string =>
  voucher
    ? `${receipt}  ${voucher.name}  ${formatRinggit(value)}`
    : `${receipt}  ${amount} ${kind === 'point' ? 'points' : 'coins'}  ${formatRinggit(value)}`;

const formatResultLines = (result: TillResult): string[] => [
  formatResult(result),
  ...[result.offer, result.terms].filter((text) => text !== null),
  formatMember(result.member),
];

/** Reads the names of the shop and of an outlet, in English and Chinese. */
async function readNames(env: Environment, id: string): Promise<Omit<PosterTexts, 'url'>> {
  const call = createShopClient(shopperPaths, readShopUrl(env));
  const [en, zh] = await Promise.all(
    (['en', 'zh'] as const).map(async (lang) => {
      const { siteTitle: shop, languages } = await call('content.settings', { query: { lang } });
      return { shop, languages, outlet: (await call('stores.one', { params: { id }, query: { lang } })).name };
    }),
  );
  const inChinese = en?.languages.includes('zh') ?? false;
  const pair = (english = '', chinese = '') => [english, inChinese ? chinese : english] as const;
  return { shop: pair(en?.shop, zh?.shop), outlet: pair(en?.outlet, zh?.outlet), inChinese };
}

type RedemptionCall = NonNullable<RequestOf<'till.redeem'>['body']>;
type RedeemedLine = NonNullable<Extract<RedemptionCall, { voucher_code: string }>['lines']>[number];

/** Parses `CODE,QUANTITY,AMOUNT`. A code that has the digits of a barcode is a barcode, any other one a SKU. */
function parseLine(text: string): RedeemedLine {
  const [code = '', quantity, amount, ...rest] = text.split(',');
  if (code === '' || quantity === undefined || amount === undefined || rest.length > 0) throw new CommandFailed(USAGE);
  return { ...(isBarcode(code) ? { barcode: code } : { sku: code }), quantity: Number(quantity), amount };
}

type ReceiptOptions = { bill?: string | undefined; line?: string[] | undefined };

/** Builds the request of a redemption from the arguments. Throws `CommandFailed` if one is missing. */
function buildRedemption(
  member_id: string,
  receipt: string,
  [what, value]: readonly (string | undefined)[],
  { bill, line }: ReceiptOptions,
): RedemptionCall {
  if (value === undefined) throw new CommandFailed(USAGE);
  if (what === 'voucher') return { member_id, receipt, voucher_code: value, bill, lines: line?.map(parseLine) };
  if (what !== 'points' && what !== 'coins') throw new CommandFailed(USAGE);
  return { member_id, receipt, kind: what === 'points' ? 'point' : 'store_credit', amount: Number(value) };
}

/** Settings of the till's commands; the owner's commands read theirs by `createStaffClient`. */
const SETTING_NAMES = ['TILL_KEY', 'PUBLIC_URL', 'PORT'];

/** Runs one command and returns the lines to print. */
export async function runTillCommand(environment: Environment, args: readonly string[]): Promise<string[]> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: {
      contact: { type: 'string' },
      poster: { type: 'string' },
      bill: { type: 'string' },
      line: { type: 'string', multiple: true },
    },
    allowPositionals: true,
  });
  const [command, first, second, third, fourth] = positionals;
  const env = readEnvironment(environment, SETTING_NAMES);
  const till = createTillClient(env);
  if (command === 'keys') {
    const { data } = await createStaffClient(environment)('staff.tillKeys', {});
    return data.map(({ id, outlet, is_active }) => `${id}  ${outlet}  ${is_active ? 'active' : 'disabled'}`);
  }
  if (command === 'referrals') {
    const { data } = await createStaffClient(environment)('staff.storeReferrals', {});
    return data.length === 0
      ? ['No outlet has brought a customer']
      : data.map(({ outlet, name, customers }) => `${outlet}  ${name ?? '-'}  ${customers}`);
  }
  if (command === 'member' && (first || values.contact)) {
    const { member } = await till('till.member', { body: first ? { card: first } : { contact: values.contact } });
    return [formatMember(member)];
  }
  if (first === undefined) throw new CommandFailed(USAGE);
  if (command === 'add-key') {
    const { id, key } = await createStaffClient(environment)('staff.addTillKey', { body: { outlet: first } });
    return [`Key ${id} of ${first}, shown only now: ${key}`];
  }
  if (command === 'referral-link') {
    const { url } = await createStaffClient(environment)('staff.referralLink', { params: { code: first } });
    if (values.poster === undefined) return [url];
    writeFileSync(values.poster, composePoster({ url, ...(await readNames(env, first)) }));
    return [url, `Poster: ${values.poster}`];
  }
  if (command === 'disable-key') {
    await createStaffClient(environment)('staff.disableTillKey', { params: { id: first } });
    return [`Key ${first} is disabled`];
  }
  if (command === 'reverse') {
    const { reversed } = await till('till.reverse', { body: { receipt: first } });
    return reversed.length === 0 ? ['It was reversed before'] : reversed.flatMap(formatResultLines);
  }
  if (second === undefined || third === undefined) throw new CommandFailed(USAGE);
  if (command === 'award')
    return formatResultLines(await till('till.award', { body: { member_id: first, receipt: second, amount: third } }));
  if (command !== 'redeem') throw new CommandFailed(USAGE);
  return formatResultLines(
    await till('till.redeem', { body: buildRedemption(first, second, [third, fourth], values) }),
  );
}

if (import.meta.main)
  await runProgram(USAGE, async (args) => {
    process.stdout.write(`${(await runTillCommand(process.env, args)).join('\n')}\n`);
    return DONE;
  });
