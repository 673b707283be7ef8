/** All English messages; their keys and parameters are the types of every catalogue. */
import { everywhere } from './everywhere.ts';
import { rest } from './rest.ts';

export const en = { ...everywhere, ...rest };
