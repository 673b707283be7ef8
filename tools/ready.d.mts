/** Types of what TypeScript programs use of `ready.mjs`. */
export const SERVER_FLAGS: readonly string[];
