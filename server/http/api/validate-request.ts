/**
 * Reads the parts of a request and validates them by the contract; every error names its field. Bodies are JSON of at
 * most 256 kB and 20 levels (docs/security.md#c24), CSV, or a picture; a query has each parameter once
 * (docs/readings.md#35).
 */

import type { Endpoint, EndpointParts } from '@shop/contract/api/endpoint';
import { type Refusal, refusal } from '@shop/core/refusal';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { Refused, refuse, refuseFields } from '../../refuse.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    acceptsCsv?: boolean | undefined;
    acceptsPicture?: boolean | undefined;
  }
}

export const MAX_BODY_BYTES = 256 * 1024;
const MAX_DEPTH = 20;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const isOpening = (code: number) => code === 0x5b || code === 0x7b;
const isClosing = (code: number) => code === 0x5d || code === 0x7d;

/** Returns whether the text is nested too deeply; checked before it is parsed. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === BACKSLASH) i++;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (isOpening(code) && ++depth > MAX_DEPTH) return true;
    else if (isClosing(code)) depth--;
  }
  return false;
}

/**
 * Accepts JSON, and files at endpoints that take them; refuses `__proto__` and `constructor.prototype` in JSON. CSV
 * becomes the body `{ csv }`, a picture `{ picture }`.
 */
export function acceptBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (isTooDeep(text)) refuse('request.malformed');
    parse(request, text, done);
  });
  app.addContentTypeParser('text/csv', { parseAs: 'string' }, (request, csv, done) => {
    if (!request.routeOptions.config.acceptsCsv) refuse('request.unsupported_media');
    done(null, { csv });
  });
  app.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (request, picture, done) => {
    if (!request.routeOptions.config.acceptsPicture) refuse('request.unsupported_media');
    done(null, { picture });
  });
}

/** Maximum length of a parameter, in characters. */
const MAX_VALUE_LENGTH = 2048;

const decodeParameter = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return refuse('request.malformed');
  }
};

/** Returns the part of an address after the question mark. */
export function extractQuery(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}

/**
 * Parses parameters by name. Refuses broken percent-encoding and NUL (400), and parameters given twice, as arrays or
 * longer than 2,048 characters (422, at their name).
 */
export function parseQuery(raw: string): Record<string, string> {
  // Without a prototype, so that a parameter may have the name of one of its members.
  const query: Record<string, string> = Object.create(null);
  for (const part of raw.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decodeParameter(equals < 0 ? part : part.slice(0, equals));
    const value = equals < 0 ? '' : decodeParameter(part.slice(equals + 1));
    if (name.includes('\0') || value.includes('\0')) refuse('request.malformed');
    const bracket = name.indexOf('[');
    if (bracket >= 0 || name in query) {
      refuseFields({ [bracket > 0 ? name.slice(0, bracket) : name]: [refusal('field.form')] });
    }
    if (value.length > MAX_VALUE_LENGTH)
      refuseFields({ [name]: [refusal('field.too_long', { max: MAX_VALUE_LENGTH })] });
    query[name] = value;
  }
  return query;
}

type Issue = v.BaseIssue<unknown>;

const requirementOf = (issue: Issue): number => Number('requirement' in issue ? issue.requirement : 0);

/** Returns the refusal for a value that its schema rejects. */
function toFieldRefusal(issue: Issue): Refusal {
  // An empty field counts as missing.
  if (issue.received === 'undefined' || (issue.type === 'min_length' && issue.input === '')) {
    return refusal('field.required');
  }
  switch (issue.type) {
    case 'max_length':
      return refusal(Array.isArray(issue.input) ? 'field.too_many' : 'field.too_long', { max: requirementOf(issue) });
    case 'integer':
      return refusal('field.whole_number');
    case 'min_value':
      return refusal('field.min', { min: requirementOf(issue) });
    case 'max_value':
      return refusal('field.max', { max: requirementOf(issue) });
    default:
      return refusal('field.form');
  }
}

/** Groups issues by field, such as `items.0.quantity`. */
function groupByField(issues: readonly Issue[]): Record<string, Refusal[]> {
  const fields: Record<string, Refusal[]> = {};
  for (const issue of issues) {
    const name = v.getDotPath(issue) ?? 'body';
    fields[name] = [...(fields[name] ?? []), toFieldRefusal(issue)];
  }
  return fields;
}

type RequestSchema = v.GenericSchema<unknown, unknown>;

const isUnion = (schema: RequestSchema): schema is v.UnionSchema<RequestSchema[], undefined> & RequestSchema =>
  schema.type === 'union';

/**
 * Picks, from the shapes that a body may have, the one that shares most members with the value. Returns any other
 * schema unchanged.
 */
function pickClosestShape(schema: RequestSchema, value: unknown): RequestSchema {
  if (!isUnion(schema)) return schema;
  const countShared = (option: RequestSchema) =>
    Object.keys('entries' in option ? Object(option.entries) : {}).filter((name) => name in Object(value)).length;
  return schema.options.reduce((best, option) => (countShared(option) > countShared(best) ? option : best));
}

function parsePart(schema: RequestSchema | undefined, value: unknown): unknown {
  if (schema === undefined) return {};
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  const { issues = parsed.issues } = v.safeParse(pickClosestShape(schema, value), value);
  throw new Refused(refusal('request.invalid'), { fields: groupByField(issues) });
}

/**
 * Finds an array in the place of an object: valibot would accept it as an empty object where all members are optional.
 * Null without one.
 */
function findMisreadList(input: unknown, read: unknown, name = ''): string | null {
  if (typeof read !== 'object' || read === null || read instanceof Uint8Array) return null;
  if (Array.isArray(input) && !Array.isArray(read)) return name;
  const members: Readonly<Record<string, unknown>> = Object(input);
  for (const [member, each] of Object.entries(read)) {
    const misread = findMisreadList(members[member], each, name === '' ? member : `${name}.${member}`);
    if (misread !== null) return misread;
  }
  return null;
}

function parseBody(schema: RequestSchema | undefined, body: unknown): unknown {
  const read = parsePart(schema, body);
  const list = schema === undefined ? null : findMisreadList(body, read);
  if (list === null) return read;
  throw new Refused(refusal('request.invalid'), { fields: { [list || 'body']: [refusal('field.form')] } });
}

export type RawInput = { params: unknown; query: unknown; body: unknown };
export type Input = { params: unknown; query: unknown; body: unknown };

/**
 * Parses a request and drops fields that the contract does not have. A malformed path parameter is `request.not_found`,
 * anything else `request.invalid` with its fields.
 */
export function parseInput(endpoint: Endpoint<EndpointParts>, raw: RawInput): Input {
  if (endpoint.params !== undefined && !v.is(endpoint.params, raw.params)) refuse('request.not_found');
  return {
    params: parsePart(endpoint.params, raw.params),
    query: parsePart(endpoint.query, raw.query),
    body: parseBody(endpoint.body, raw.body),
  };
}
