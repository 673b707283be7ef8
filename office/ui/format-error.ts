/**
 * Formats a failed call: the API's messages, in the language of the request, or our own text if there is no response.
 */
import { ApiError } from '@shop/contract/api/api-error';
import type { PlainKey, Text } from '../i18n/text.ts';

const FAILURES: Readonly<Record<string, PlainKey>> = { network: 'error.offline', timeout: 'error.timeout' };

/** Prefers messages of fields, because the general one only says that a field is wrong. */
export function formatError(error: unknown, t: Text): string {
  if (!(error instanceof ApiError)) return t('error.unknown');
  const failure = FAILURES[error.code];
  if (failure !== undefined) return t(failure);
  const fields = Object.values(error.errors).flat();
  if (fields.length > 0) return fields.join(' ');
  return error.message === '' ? t('error.unknown') : error.message;
}

/** Returns whether another person or process changed the record first. */
export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 409;
