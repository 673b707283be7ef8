/** All English messages. Their keys and parameters define the types of every catalogue. */
import { everywhere } from './everywhere.ts';
import { rest } from './rest.ts';

export const en = { ...everywhere, ...rest };
