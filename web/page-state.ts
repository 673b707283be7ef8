/** What the server tells the browser about the page it rendered, in a JSON block that no browser runs. */
import type { DehydratedState } from '@tanstack/react-query';

export type PageState = {
  /** The shop's public origin. */
  origin: string;
  queries: DehydratedState;
  /** Routes that were loaded; loaders answer nothing, so null each. */
  loaded: Record<string, null>;
  /** The status that a loader threw, by the route whose boundary shows it. */
  errors: Record<string, { status: number; statusText: string; data: null; internal: boolean }> | null;
};

export const PAGE_STATE_ID = 'page-state';

/** JSON that may stand inside a script element: nothing in it can end the element or a line. */
export function toScriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
