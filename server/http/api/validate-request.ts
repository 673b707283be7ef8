/** Validates a request's parts by the contract; every error names its field. */

import type { Endpoint, EndpointParts } from '@shop/contract/endpoint';
import { type Refusal, refusal } from '@shop/core/refusal';
import * as v from 'valibot';
import { Refused, refuse } from '../../refuse.ts';

type Issue = v.BaseIssue<unknown>;

const amount = (issue: Issue): number => Number('requirement' in issue ? issue.requirement : 0);

/** The refusal for a value that its schema rejects. */
function fieldRefusal(issue: Issue): Refusal {
  // An empty field counts as missing.
  if (issue.received === 'undefined' || (issue.type === 'min_length' && issue.input === '')) {
    return refusal('field.required');
  }
  switch (issue.type) {
    case 'max_length':
      return refusal(Array.isArray(issue.input) ? 'field.too_many' : 'field.too_long', { max: amount(issue) });
    case 'integer':
      return refusal('field.whole_number');
    case 'min_value':
      return refusal('field.min', { min: amount(issue) });
    case 'max_value':
      return refusal('field.max', { max: amount(issue) });
    default:
      return refusal('field.form');
  }
}

/** Issues by field: `items.0.quantity`. */
function fieldsOf(issues: readonly Issue[]): Record<string, Refusal[]> {
  const fields: Record<string, Refusal[]> = {};
  for (const issue of issues) {
    const name = v.getDotPath(issue) ?? 'body';
    fields[name] = [...(fields[name] ?? []), fieldRefusal(issue)];
  }
  return fields;
}

type Schema = v.GenericSchema<unknown, unknown>;

const isUnion = (schema: Schema): schema is v.UnionSchema<Schema[], undefined> & Schema => schema.type === 'union';

/** Of several shapes that a body may have, the one that shares most members with it. */
function meantShape(schema: Schema, value: unknown): Schema {
  if (!isUnion(schema)) return schema;
  const shared = (option: Schema) =>
    Object.keys('entries' in option ? Object(option.entries) : {}).filter((name) => name in Object(value)).length;
  return schema.options.reduce((meant, option) => (shared(option) > shared(meant) ? option : meant));
}

function parsePart(schema: Schema | undefined, value: unknown): unknown {
  if (schema === undefined) return {};
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  const { issues = parsed.issues } = v.safeParse(meantShape(schema, value), value);
  throw new Refused(refusal('request.invalid'), { fields: fieldsOf(issues) });
}

/**
 * Finds an array in the place of an object: valibot would accept it as an empty object where all members are optional.
 * Null without one.
 */
function misreadList(sent: unknown, read: unknown, name = ''): string | null {
  if (typeof read !== 'object' || read === null) return null;
  if (Array.isArray(sent) && !Array.isArray(read)) return name;
  const members: Readonly<Record<string, unknown>> = Object(sent);
  for (const [member, each] of Object.entries(read)) {
    const found = misreadList(members[member], each, name === '' ? member : `${name}.${member}`);
    if (found !== null) return found;
  }
  return null;
}

function parseBody(schema: Schema | undefined, body: unknown): unknown {
  const read = parsePart(schema, body);
  const list = schema === undefined ? null : misreadList(body, read);
  if (list === null) return read;
  throw new Refused(refusal('request.invalid'), { fields: { [list || 'body']: [refusal('field.form')] } });
}

export type RawInput = { params: unknown; query: unknown; body: unknown };
export type Input = { params: unknown; query: unknown; body: unknown };

/**
 * Parses a request and drops what the contract does not name. A malformed path parameter is `request.not_found`,
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
