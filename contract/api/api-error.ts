/** A failed call of the API, and how a client reads it from a response. */
import type { RefusalCode } from '@shop/core/refusal';
import { parseResponse } from './parse-response.ts';

/** A refusal's code, or the kind of failure. */
export type ApiErrorCode = RefusalCode | 'network' | 'timeout' | 'unreadable' | 'unknown';

/**
 * A failed call. `message` is for the user, in the request's language, and empty if the server sent none; `status` is
 * 0 without a response (`code` `network` or `timeout`).
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ApiErrorCode;
  /** Field → its messages. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** The whole response body, such as the changes of a 409; money is in sen. */
  readonly body: unknown;
  /** Seconds to wait before a retry, if the response says so; else 0. */
  retryAfter = 0;

  constructor(
    status: number,
    code: ApiErrorCode,
    message: string,
    errors: ApiError['errors'] = {},
    body: unknown = null,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.body = body;
  }
}

/**
 * Extracts the message (docs/spec.md §8 "Error message extraction: response data string, else data.message",
 * docs/readings.md#23).
 */
export function readErrorMessage(body: unknown): string {
  if (typeof body === 'string') return body;
  if (typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string') {
    return body.message;
  }
  return '';
}

/**
 * Reads the code of a refusal. A newer server may send one that this build does not list, which is passed through
 * unchecked.
 */
export function readErrorCode(body: unknown): ApiErrorCode {
  const hasCode = typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string';
  return hasCode ? (body.code as RefusalCode) : 'unknown';
}

function isMessages(value: unknown): value is Record<string, string[]> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((each) => Array.isArray(each) && each.every((text) => typeof text === 'string'))
  );
}

/**
 * Reads an error response. A plain text is the message (docs/spec.md §8 "response data string"); any other body that is
 * not JSON, such as a proxy's HTML page, has none for the user.
 */
export function toApiError(status: number, text: string, contentType: string | null = null): ApiError {
  let body: unknown = null;
  try {
    body = parseResponse(text);
  } catch {
    const message = contentType?.startsWith('text/plain') ? text.trim() : '';
    return new ApiError(status, 'unreadable', message);
  }
  const fields = typeof body === 'object' && body !== null ? body : {};
  const errors = 'errors' in fields && isMessages(fields.errors) ? fields.errors : {};
  return new ApiError(status, readErrorCode(body), readErrorMessage(body), errors, body);
}
