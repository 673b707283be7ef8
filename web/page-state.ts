/** State of a server-rendered page for the browser, in a JSON block that is never executed. */
import type { DehydratedState } from '@tanstack/react-query';
import { bytesOf, placeFor } from './kept-html.tsx';

export type PageState = {
  /** The shop's public origin. */
  origin: string;
  queries: DehydratedState;
  /** Loaded routes; loaders return nothing, so each is null. */
  loaded: Record<string, null>;
  /** The status that a loader threw, by the route whose boundary shows it. */
  errors: Record<string, { status: number; statusText: string; data: null; internal: boolean }> | null;
};

export const PAGE_STATE_ID = 'page-state';

/** Escapes JSON for a script element: it cannot end the element or a line. */
export const toScriptJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[<\u2028\u2029]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** What pages show again and again, as bytes of JSON. */
const written = new WeakMap<object, Uint8Array>();

function jsonOf(data: object): Uint8Array {
  const known = written.get(data);
  if (known !== undefined) return known;
  const json = bytesOf(() => toScriptJson(data));
  written.set(data, json);
  return json;
}

/** `data` of a query, told from every text by its first character. */
const PLACE = /"\\u0000(\d+)"/g;

/**
 * A page's state for its script element, inside of `bytesOf`. What queries hold is written once for all the pages that
 * show it.
 */
export function pageStateJson(state: PageState): string {
  const data: Uint8Array[] = [];
  const queries = state.queries.queries.map((query) => {
    const held: unknown = query.state.data;
    if (typeof held !== 'object' || held === null) return query;
    return { ...query, state: { ...query.state, data: `\0${data.push(jsonOf(held)) - 1}` } };
  });
  const around = toScriptJson({ ...state, queries: { ...state.queries, queries } });
  return around.replace(PLACE, (_, index) => {
    const json = data[Number(index)];
    return json === undefined ? 'null' : placeFor(json);
  });
}
