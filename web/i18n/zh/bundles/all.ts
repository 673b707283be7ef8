/** All messages: the server's catalogue, and the type of every message key. */
import { everywhere } from './everywhere.ts';
import { rest } from './rest.ts';

export const zh = { ...everywhere, ...rest };
