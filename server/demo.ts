/**
 * The demo shop, as the server sees it: a workspace of its own, loaded only when it is needed. No other file of the server
 * imports `demo/`.
 */
import type { Db } from './db/database.ts';
import type { DrawImage } from './media/draw.ts';

export type Demo = {
  /** Loads what draws every image of the demo, from packs to the logo. */
  loadDraw(): Promise<DrawImage>;
  /** Fills a shop without products and draws its pack shots into the folder of images; reports progress as lines. */
  fillEmptyShop(
    db: Db,
    options: { now: Date; imageFolder: string; hasPersonas: boolean; report: (line: string) => void },
  ): Promise<void>;
  /** Lines that say how to sign in as the demo's customers; none without demo customers. */
  signInLines(db: Db): Promise<string[]>;
  /** Makes sure that the deals of the coming days are in the shop. */
  ensureDealWindows(db: Db, now: Date): Promise<unknown>;
};

/** Loads the demo's interface; its data and drawings are loaded by what uses them. */
export const loadDemo = async (): Promise<Demo> => (await import('../demo/demo.ts')).demo;

/** Loads what draws the images of a shop. */
export const loadDraw = (isDemo: boolean) => async (): Promise<DrawImage> =>
  isDemo ? (await loadDemo()).loadDraw() : (await import('./media/draw.ts')).drawImage;
