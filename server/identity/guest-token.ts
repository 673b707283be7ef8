/** Tokens of guests: what opens a cart (readings 3, 26). The database knows their hash alone. */
import { randomBytes } from 'node:crypto';

/** A new token of 256 random bits. It begins with `g`, since tokens of customers begin with `c_`. */
export const newGuestToken = (): string => `g${randomBytes(32).toString('base64url')}`;
