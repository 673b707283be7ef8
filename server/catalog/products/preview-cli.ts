/**
 * `npm run catalog:preview -- SLUG [--banner] [--hours 24]`: prints a link that previews an unpublished product, or a
 * banner that is not on.
 */

import { parseArgs } from 'node:util';
import { bannerPreviewPath, productPreviewPath } from '@shop/core/links/paths';
import { HOUR_MS } from '@shop/core/time';
import { CommandFailed, DONE, runProgram } from '../../command-line.ts';
import { InvalidSetting, readConfig } from '../../config.ts';
import { bannerSubject, createPreviewToken } from '../../secrets/preview-token.ts';

const USAGE = 'Usage: npm run catalog:preview -- SLUG [--banner] [--hours 24]';
/** Maximum lifetime of a link: a month, so that forgotten links stop working. */
const MAX_HOURS = 24 * 31;

function printPreviewLink(argv: readonly string[]): void {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: { hours: { type: 'string', default: '24' }, banner: { type: 'boolean', default: false } },
  });
  const [slug] = positionals;
  if (slug === undefined || positionals.length > 1) throw new CommandFailed(USAGE);
  const hours = /^\d{1,4}$/.test(values.hours) ? Number(values.hours) : 0;
  if (hours < 1 || hours > MAX_HOURS) throw new InvalidSetting('--hours', `must be from 1 to ${MAX_HOURS}`);
  const { publicUrl, secret } = readConfig(process.env);
  const expires_at = new Date(Date.now() + hours * HOUR_MS);
  const token = createPreviewToken(secret, values.banner ? bannerSubject(slug) : slug, expires_at);
  const path = values.banner ? bannerPreviewPath({ slug, token }) : productPreviewPath({ slug, token });
  console.log(`${publicUrl}${path}`);
  console.error(`Valid until ${expires_at.toISOString()}.`);
}

await runProgram(USAGE, async (args) => {
  printPreviewLink(args);
  return DONE;
});
