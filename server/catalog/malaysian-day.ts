/** Days as the shop's customers live them: in Asia/Kuala_Lumpur (readings 34), eight hours ahead of UTC all year round. */

const AHEAD_MS = 8 * 3_600_000;

/** The Malaysian day of a moment, as `YYYY-MM-DD`. */
export const malaysianDay = (at: Date): string => new Date(at.getTime() + AHEAD_MS).toISOString().slice(0, 10);
