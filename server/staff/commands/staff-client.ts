/**
 * Calls a shop's API from a command. With `STAFF_TOKEN`, the staff API of the shop at `PUBLIC_URL`; without it, that of
 * this machine's shop, with the token in the data folder.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ApiError } from '@shop/contract/api/api-error';
import { type CallOf, type ClientOptions, createClient } from '@shop/contract/api/client';
import type { EndpointName } from '@shop/contract/api/endpoint-paths';
import { staffPaths } from '@shop/contract/staff/staff-paths';
import { type Sen, senToText } from '@shop/core/money';
import { KUALA_LUMPUR_MS } from '@shop/core/time';
import { CommandFailed } from '../../command-line.ts';
import { type Environment, readEnvironment } from '../../config.ts';

/** A command waits longer than a page: checking all wallets may take minutes. */
const TIMEOUT_MS = 5 * 60_000;

export type StaffClient = CallOf<keyof typeof staffPaths>;

function toCommandFailed(error: unknown, host: string, key: string | undefined): unknown {
  if (!(error instanceof ApiError)) return error;
  const { status, message } = error;
  const reason =
    status === 0 ? `No shop responds at ${host}; is it running?` : message || `The shop answered ${status}`;
  const isRefusal = status >= 400 && status < 500;
  // The shop may have made the change before its response was lost.
  const advice = key === undefined || isRefusal ? '' : `\nTo repeat this command without a second change: --key ${key}`;
  return new CommandFailed(`${reason}${advice}`);
}

/**
 * Makes a client of the shop at `host`. Its calls throw `CommandFailed` with the shop's message; where a call with an
 * idempotency key may have made its change, also with the key that repeats it.
 */
export function createShopClient<Names extends EndpointName>(
  paths: ClientOptions<Names>['paths'],
  host: string,
  headers: Readonly<Record<string, string>> = {},
): CallOf<Names> {
  const call = createClient({ paths, host, headers: () => headers, timeoutMs: TIMEOUT_MS });
  return (name, request, options) =>
    call(name, request, options).catch((error: unknown) => {
      throw toCommandFailed(error, host, options?.idempotencyKey);
    });
}

/** Makes a client of the staff API. Throws `CommandFailed` without a token or an address. */
export function createStaffClient(environment: Environment): StaffClient {
  const env = readEnvironment(environment, ['STAFF_TOKEN', 'PUBLIC_URL', 'DATA_DIR', 'PORT']);
  const makeClient = (host: string, token: string) =>
    createShopClient(staffPaths, host, { Authorization: `Bearer ${token}` });
  if (env.STAFF_TOKEN) {
    if (!env.PUBLIC_URL) throw new CommandFailed('Set PUBLIC_URL to the address of the shop');
    return makeClient(env.PUBLIC_URL.replace(/\/+$/, ''), env.STAFF_TOKEN);
  }
  const path = join(resolve(env.DATA_DIR || './data'), 'operator-token');
  try {
    return makeClient(`http://localhost:${env.PORT || 3000}`, readFileSync(path, 'utf8'));
  } catch {
    throw new CommandFailed(`There is no ${path}: start the shop once, or set STAFF_TOKEN and PUBLIC_URL`);
  }
}

/** Formats money as commands print it: `RM12.90`. */
export const formatRinggit = (amount: Sen): string => `RM${senToText(amount)}`;

/** Formats a time of a response as commands print it, in Malaysian time: `2026-11-21 16:30`. */
export const formatMinute = (time: Date | string): string =>
  new Date(new Date(time).getTime() + KUALA_LUMPUR_MS).toISOString().slice(0, 16).replace('T', ' ');
