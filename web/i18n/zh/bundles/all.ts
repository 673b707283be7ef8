/** All Chinese messages. */
import { everywhere } from './everywhere.ts';
import { rest } from './rest.ts';

export const zh = { ...everywhere, ...rest };
