import { makeTemplate } from './template.ts';

/** Runs once before the test files of the project `server-postgres`. */
export const setup = makeTemplate;
