/** Maps every error to a response: a refusal to its status and message, a bug to a 500 without details. */
import type { Socket } from 'node:net';
import { type Lang, parseLang } from '@shop/core/lang';
import { type RefusalCode, refusal } from '@shop/core/refusal';
import { formatRefusal } from '@shop/core/refusal-text';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { sqlState } from '../db/database.ts';
import { ConnectionLost } from '../db/watch-connection.ts';
import { Refused, statusOf } from '../refuse.ts';
import { extractQuery } from './api/validate-request.ts';
import { toLoggedError } from './logged-error.ts';
import { STATUS_CODES } from './node-http.ts';

/** Wire format of an error (docs/api.md#conventions). */
export type ErrorResponse = {
  status: number;
  /** Seconds, for `Retry-After`. */
  retryAfter: number | undefined;
  body: { message: string; code: string; errors?: Record<string, string[]> };
};

/** Refusals of fastify's own errors, by error code. */
const FASTIFY_REFUSALS: Readonly<Record<string, RefusalCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupported_media',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.malformed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.malformed',
  FST_ERR_BAD_URL: 'request.malformed',
  FST_ERR_ASYNC_CONSTRAINT: 'request.malformed',
  FST_ERR_MAX_PARAM_LENGTH: 'request.not_found',
};

/** Retry time while the database is unavailable, in seconds. */
const RETRY_AFTER = 2;

/**
 * PostgreSQL codes of temporary errors: no connection, shutting down, too many connections, a full disk, lock or
 * statement timeout, a server that is read-only while another one takes over.
 */
const TEMPORARY_CODES = /^(08|53|57P|57014|55P03|40001|40P01|25006)/;
const CONNECTION_CODE =
  /ECONNREFUSED|ECONNRESET|ECONNABORTED|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN/;

/** Returns whether an error means that the database is temporarily unavailable. */
export function isUnavailable(error: unknown): boolean {
  // A host name with several addresses, all of which failed.
  if (error instanceof AggregateError) return error.errors.every(isUnavailable);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (TEMPORARY_CODES.test(sqlState(error) ?? '')) return true;
  if (!(cause instanceof Error)) return false;
  if (cause instanceof ConnectionLost) return true;
  // Errors that end the connection: login refused, server shutting down.
  if ('severity' in cause && cause.severity === 'FATAL') return true;
  if ('syscall' in cause && 'code' in cause && CONNECTION_CODE.test(String(cause.code))) return true;
  // The pool and the client have no code for these, only a message.
  return /^(timeout exceeded when trying to connect|Connection terminated|Cannot use a pool after calling end|Client has encountered a connection error|Client was closed)/.test(
    cause.message,
  );
}

function toRefused(error: unknown): Refused {
  if (error instanceof Refused) return error;
  if (isUnavailable(error)) return new Refused(refusal('request.unavailable'), { retryAfter: RETRY_AFTER });
  const code = error instanceof Error && 'code' in error ? FASTIFY_REFUSALS[String(error.code)] : undefined;
  if (code !== undefined) return new Refused({ code });
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  // Parser errors such as invalid JSON have a status but no code.
  return new Refused(refusal(status === 400 ? 'request.malformed' : 'server.error'));
}

/** Returns the response to an error, in the given language. */
export function toErrorResponse(error: unknown, lang: Lang): ErrorResponse {
  const refused = toRefused(error);
  const errors =
    refused.fields &&
    Object.fromEntries(
      Object.entries(refused.fields).map(([field, all]) => [field, all.map((each) => formatRefusal(each, lang))]),
    );
  return {
    // Errors of fields are invalid input, even if the code has another status elsewhere.
    status: refused.fields === undefined ? statusOf(refused.refusal.code) : 422,
    retryAfter: refused.retryAfter,
    body: {
      message: formatRefusal(refused.refusal, lang),
      code: refused.refusal.code,
      ...(errors && { errors }),
      ...refused.more,
    },
  };
}

/** Returns the language from the address alone, even of an invalid request (docs/readings.md#1). */
export function langOfUrl(url: string): Lang {
  return parseLang(/(?:^|&)lang=([^&]*)/.exec(extractQuery(url))?.[1]);
}

export function sendError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const response = toErrorResponse(error, langOfUrl(request.url));
  if (response.status === 500) request.log.error({ err: error, route: request.routeOptions?.url }, 'unexpected error');
  if (response.status === 503) {
    const route = request.routeOptions?.url;
    request.log.warn({ reason: toLoggedError(error).message, method: request.method, route }, 'unavailable');
  }
  if (response.retryAfter !== undefined) reply.header('retry-after', String(response.retryAfter));
  return reply
    .code(response.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(response.body));
}

/** Refusals of node's HTTP parser, by error code. */
const PARSER_REFUSALS: Readonly<Record<string, { status: number; code: RefusalCode }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'request.too_large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'request.malformed' },
};

/**
 * Responds in English to a connection without a parsable request, and closes it. `headers`: name, value, name, value, …
 */
export function rejectConnection(error: Error & { code?: string }, socket: Socket, headers: readonly string[]): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, code } = PARSER_REFUSALS[error.code ?? ''] ?? { status: 400, code: 'request.malformed' };
  const body = JSON.stringify(toErrorResponse(new Refused({ code }), 'en').body);
  const always = headers.map((part, index) => (index % 2 === 0 ? `${part}: ` : `${part}\r\n`)).join('');
  const ours = `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  if (socket.writable) {
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n${ours}${always}\r\n${body}`);
  }
  socket.destroy(error);
}
