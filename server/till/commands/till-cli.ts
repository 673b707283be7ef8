/**
 * `npm run till -- member CARD | member --contact CONTACT | award MEMBER RECEIPT AMOUNT | redeem MEMBER RECEIPT
 * points|coins AMOUNT | redeem MEMBER RECEIPT voucher CODE [--bill TOTAL] [--line CODE,QUANTITY,AMOUNT]… | reverse
 * RECEIPT`: acts as a till, for trying it out;
 * `keys | add-key OUTLET | disable-key ID | referral-link OUTLET | referrals` for its owner.
 */
import { parseArgs } from 'node:util';
import { isBarcode } from '@shop/core/catalog/barcode';
import { CommandFailed, DONE, runProgram } from '../../command-line.ts';
import { staffClient } from '../../staff/commands/staff-client.ts';

const USAGE = `Usage: npm run till -- member CARD | member --contact CONTACT
       award MEMBER RECEIPT AMOUNT | redeem MEMBER RECEIPT points|coins AMOUNT
       redeem MEMBER RECEIPT voucher CODE [--bill TOTAL] [--line CODE,QUANTITY,AMOUNT]...
       reverse RECEIPT | keys | add-key OUTLET | disable-key ID
       referral-link OUTLET | referrals
CODE of a line is a SKU or a barcode, AMOUNT the price of all its units.
TILL_KEY is the outlet's key, PUBLIC_URL the shop (http://localhost:3000).`;

type Environment = Readonly<Record<string, string | undefined>>;
// biome-ignore lint/suspicious/noExplicitAny: the command prints the shop's responses
type Json = any;

/** Calls the till API with the key in `TILL_KEY`, in development that of the first outlet. */
export async function callTill(env: Environment, path: string, body: object): Promise<Json> {
  const shop = (env.PUBLIC_URL || `http://localhost:${env.PORT || 3000}`).replace(/\/+$/, '');
  const headers = { 'content-type': 'application/json', 'x-api-key': env.TILL_KEY || 'demo-till' };
  const response = await fetch(`${shop}/api/till/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  }).catch(() => {
    throw new CommandFailed(`No shop responds at ${shop}; is it running?`);
  });
  const data: Json = await response.json().catch(() => ({ message: `The shop answered ${response.status}` }));
  if (!response.ok) throw new CommandFailed(data.message);
  return data;
}

const memberLine = ({ id, name, tier, balances }: Json): string =>
  `${id}  ${name}  ${tier ?? '-'}  ${balances.point.balance} points  ${balances.store_credit.balance} coins`;

const resultLine = ({ receipt, kind, amount, value, voucher }: Json): string =>
  voucher
    ? `${receipt}  ${voucher.name}  RM${value}`
    : `${receipt}  ${amount} ${kind === 'point' ? 'points' : 'coins'}  RM${value}`;

const resultLines = (result: Json): string[] => [
  resultLine(result),
  ...[result.offer, result.terms].filter((text) => text != null),
  memberLine(result.member),
];

/** Reads `CODE,QUANTITY,AMOUNT`; a code with the digits of a barcode is one. */
function parseLine(text: string): object {
  const [code = '', quantity, amount, ...rest] = text.split(',');
  if (code === '' || quantity === undefined || amount === undefined || rest.length > 0) throw new CommandFailed(USAGE);
  return { ...(isBarcode(code) ? { barcode: code } : { sku: code }), quantity: Number(quantity), amount };
}

type Receipt = { bill?: string | undefined; line?: string[] | undefined };

/** Redeems as the arguments say. */
function redemption(
  member_id: string,
  receipt: string,
  [what, value]: readonly (string | undefined)[],
  { bill, line }: Receipt,
): object {
  if (value === undefined) throw new CommandFailed(USAGE);
  if (what === 'voucher') return { member_id, receipt, voucher_code: value, bill, lines: line?.map(parseLine) };
  if (what !== 'points' && what !== 'coins') throw new CommandFailed(USAGE);
  return { member_id, receipt, kind: what === 'points' ? 'point' : 'store_credit', amount: Number(value) };
}

/** Runs one command and returns the lines to print. */
export async function tillCommand(env: Environment, args: readonly string[]): Promise<string[]> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: { contact: { type: 'string' }, bill: { type: 'string' }, line: { type: 'string', multiple: true } },
    allowPositionals: true,
  });
  const [command, first, second, third, fourth] = positionals;
  if (command === 'keys') {
    const { data } = await staffClient(env)('GET', '/till-keys');
    return data.map(({ id, outlet, is_active }: Json) => `${id}  ${outlet}  ${is_active ? 'active' : 'disabled'}`);
  }
  if (command === 'referrals') {
    const { data } = await staffClient(env)('GET', '/store-referrals');
    return data.length === 0
      ? ['No outlet has brought a customer']
      : data.map(({ outlet, name, customers }: Json) => `${outlet}  ${name ?? '-'}  ${customers}`);
  }
  if (command === 'member' && (first || values.contact)) {
    const { member } = await callTill(env, 'members', first ? { card: first } : { contact: values.contact });
    return [memberLine(member)];
  }
  if (first === undefined) throw new CommandFailed(USAGE);
  if (command === 'add-key') {
    const { id, key } = await staffClient(env)('POST', '/till-keys', { outlet: first });
    return [`Key ${id} of ${first}, shown only now: ${key}`];
  }
  if (command === 'referral-link') {
    return [(await staffClient(env)('GET', `/outlets/${encodeURIComponent(first)}/referral-link`)).url];
  }
  if (command === 'disable-key') {
    await staffClient(env)('POST', `/till-keys/${encodeURIComponent(first)}/disable`);
    return [`Key ${first} is disabled`];
  }
  if (command === 'reverse') {
    const { reversed } = await callTill(env, 'reverse', { receipt: first });
    return reversed.length === 0 ? ['It was reversed before'] : reversed.flatMap(resultLines);
  }
  if (second === undefined || third === undefined) throw new CommandFailed(USAGE);
  if (command === 'award')
    return resultLines(await callTill(env, 'award', { member_id: first, receipt: second, amount: third }));
  if (command !== 'redeem') throw new CommandFailed(USAGE);
  return resultLines(await callTill(env, 'redeem', redemption(first, second, [third, fourth], values)));
}

if (import.meta.main)
  await runProgram(USAGE, async (args) => {
    process.stdout.write(`${(await tillCommand(process.env, args)).join('\n')}\n`);
    return DONE;
  });
