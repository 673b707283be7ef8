/**
 * The server's interface to the demo workspace, which is loaded only when needed. No other file of the server imports
 * `demo/`.
 */
import type { Db } from './db/database.ts';
import type { DrawImage } from './media/draw.ts';

export type Demo = {
  /** The path of its shop's folder. */
  folder: string;
  /** Loads the renderer of all demo images, from packs to the logo. */
  loadDraw(): Promise<DrawImage>;
  /** Fills a shop without products and draws its pack shots into the folder of images; reports progress as lines. */
  fillEmptyShop(
    db: Db,
    options: {
      now: Date;
      imageFolder: string;
      imageEffort: number;
      hasPersonas: boolean;
      report: (line: string) => void;
    },
  ): Promise<void>;
  /** Returns lines that explain how to sign in as the demo's customers; empty without them. */
  listSignInLines(db: Db): Promise<string[]>;
  /**
   * Ends the sessions of accounts that still have the demo's public password. Returns lines that name the accounts that
   * cannot sign in; none without such accounts.
   */
  closeAccounts(db: Db): Promise<string[]>;
  /** Adds missing deals of the coming days. */
  ensureDealWindows(db: Db, now: Date): Promise<unknown>;
};

/** Loads the demo's interface; it loads data and drawings on demand. */
export const loadDemo = async (): Promise<Demo> => (await import('../demo/demo.ts')).demo;

/** Loads the renderer of a shop's images. */
export const loadDraw = (isDemo: boolean) => async (): Promise<DrawImage> =>
  isDemo ? (await loadDemo()).loadDraw() : (await import('./media/draw.ts')).drawImage;
