/** Formats errors for the log, without personal data (docs/security.md#c26). */

/** Personal data that other programs' messages may quote, such as a mail server's "550 <me@example.com> unknown". */
const EMAIL_PATTERN = /[^\s<>"'@]+@[^\s<>"'@/]+\.[a-z]{2,}/gi;
const MOBILE_PATTERN = /(?<![\w.])(?:\+?6)?0[ -]?1\d(?:[ -]?\d){7,8}(?!\d)/g;
const TOKEN_PATTERN = /\bc_[\w-]{20,}/g;

/** Removes the shopper's email, mobile number and token from a text. */
const removePersonalData = (text: string): string =>
  text.replace(EMAIL_PATTERN, '…@…').replace(MOBILE_PATTERN, '…').replace(TOKEN_PATTERN, 'c_…');

type LoggedError = { type: string; message: string; code?: string; stack: string; cause?: LoggedError };

/**
 * Returns the parts of an error that may be logged. PostgreSQL's `detail` and `where` quote rows and values, a mail
 * server's response quotes recipients, so only the members named here are included.
 */
export function toLoggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' };
  const code = 'code' in error ? error.code : undefined;
  return {
    type: error.constructor.name,
    message: removePersonalData(error.message),
    ...(typeof code === 'string' && { code }),
    stack: removePersonalData(error.stack ?? ''),
    ...(error.cause instanceof Error && { cause: toLoggedError(error.cause) }),
  };
}
