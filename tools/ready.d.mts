/** Types of what TypeScript programs use of `ready.mjs`. */
export const SERVER_FLAGS: readonly string[];

/** Builds the site's files for the app into a folder, `web/dist/app` by default, for the shop at `origin`. */
export function buildAppSite(origin: string, folder?: string): void;
