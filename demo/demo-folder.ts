import { fileURLToPath } from 'node:url';

/** The path of the demo's setup: everything but its products. */
export const DEMO_FOLDER = fileURLToPath(new URL('./shop', import.meta.url));
