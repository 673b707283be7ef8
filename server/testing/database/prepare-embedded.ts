import { makeDump } from './template.ts';

/** Runs once before the test files of the project `server-embedded`. */
export const setup = makeDump;
