/** The state with which the browser hydrates a server-rendered page: a JSON block that is never executed. */
import type { DehydratedState } from '@tanstack/react-query';

export type HydrationState = {
  /** The shop's public origin. */
  origin: string;
  queries: DehydratedState;
  /** Loaded routes; loaders return nothing, so each is null. */
  loaded: Record<string, null>;
  /** The status that a loader threw, by the route whose boundary shows it. */
  errors: Record<string, { status: number; statusText: string; data: null; internal: boolean }> | null;
};

/**
 * Dates the data of a document by its arrival (Unix time in ms) instead of its rendering. Only for a document that the
 * server sent or confirmed: it sends no page that is older than its data (docs/decisions/0004-response-cache.md), but may
 * have rendered it long ago.
 */
export const dateQueries = ({ queries, mutations }: DehydratedState, arrivedAt: number): DehydratedState => ({
  mutations,
  queries: queries.map((query) => ({ ...query, state: { ...query.state, dataUpdatedAt: arrivedAt } })),
});

export const HYDRATION_STATE_ID = 'hydration-state';

/** Serializes a value as JSON that cannot end a script element or a line. */
export const toScriptJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[<\u2028\u2029]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);
