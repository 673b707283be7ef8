/**
 * `npm run catalog -- stock CODE QUANTITY --reason … | off-sale CODE --reason … | on-sale CODE --reason …`: goods of
 * the running shop. CODE is a SKU, a barcode or a product's slug.
 */
import { parseArgs } from 'node:util';
import { CommandFailed, DONE, runProgram } from '../../command-line.ts';
import { createStaffClient, type StaffClient } from './staff-client.ts';

const USAGE = `Usage: npm run catalog -- stock CODE QUANTITY --reason TEXT
       off-sale CODE --reason TEXT | on-sale CODE --reason TEXT`;

/** Runs one command and returns the line to print. */
async function runCatalogCommand(call: StaffClient, args: readonly string[]): Promise<string> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: { reason: { type: 'string' } },
    allowPositionals: true,
  });
  const [command, code, quantity, ...more] = positionals;
  const { reason } = values;
  if (code === undefined || reason === undefined || more.length > 0) throw new CommandFailed(USAGE);
  if (command === 'stock') {
    if (!/^\d{1,7}$/.test(quantity ?? '')) throw new CommandFailed(USAGE);
    const set = await call('staff.setStock', { body: { code, quantity: Number(quantity), reason } });
    return `${set.slug}  ${set.before} → ${set.quantity}`;
  }
  if ((command !== 'off-sale' && command !== 'on-sale') || quantity !== undefined) throw new CommandFailed(USAGE);
  const { slug, on_sale } = await call('staff.setOnSale', { body: { code, on_sale: command === 'on-sale', reason } });
  return `${slug}  ${on_sale ? 'on sale' : 'off sale'}`;
}

await runProgram(USAGE, async (args) => {
  process.stdout.write(`${await runCatalogCommand(createStaffClient(process.env), args)}\n`);
  return DONE;
});
