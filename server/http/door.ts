/** The door: a request's parts parsed by the contract, what is wrong told at its field. */

import type { Endpoint, EndpointParts } from '@shop/contract/endpoint';
import { type Refusal, refusal } from '@shop/core/refusal';
import * as v from 'valibot';
import { Refused, refuse } from './refuse.ts';

type Issue = v.BaseIssue<unknown>;

const amount = (issue: Issue): number => Number('requirement' in issue ? issue.requirement : 0);

/** What a shopper is told about a value that its schema does not take. */
function fieldRefusal(issue: Issue): Refusal {
  // A field that was left empty is missing as well.
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

/** Every issue at its field: `items.0.quantity`. */
function fieldsOf(issues: readonly Issue[]): Record<string, Refusal[]> {
  const fields: Record<string, Refusal[]> = {};
  for (const issue of issues) {
    const name = v.getDotPath(issue) ?? 'body';
    fields[name] = [...(fields[name] ?? []), fieldRefusal(issue)];
  }
  return fields;
}

function parsePart(schema: v.GenericSchema<unknown, unknown> | undefined, value: unknown): unknown {
  if (schema === undefined) return {};
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  throw new Refused(refusal('request.invalid'), { fields: fieldsOf(parsed.issues) });
}

/** A list is an object to valibot; where members by name are all optional it would pass as an empty one. */
function requireMembers(body: unknown): void {
  if (Array.isArray(body)) throw new Refused(refusal('request.invalid'), { fields: { body: [refusal('field.form')] } });
}

export type RawInput = { params: unknown; query: unknown; body: unknown };
export type Input = { params: unknown; query: unknown; body: unknown };

/**
 * Parses a request. What the contract does not name is dropped. An address that cannot be one of this kind is
 * `request.not_found`; everything else that is wrong is `request.invalid` with its fields.
 */
export function parseInput(endpoint: Endpoint<EndpointParts>, raw: RawInput): Input {
  if (endpoint.params !== undefined && !v.is(endpoint.params, raw.params)) refuse('request.not_found');
  if (endpoint.body !== undefined) requireMembers(raw.body);
  return {
    params: parsePart(endpoint.params, raw.params),
    query: parsePart(endpoint.query, raw.query),
    body: parsePart(endpoint.body, raw.body),
  };
}
