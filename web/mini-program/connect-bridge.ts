import type { Lang } from '@shop/core/lang';
import type { QueryClient } from '@tanstack/react-query';
import { settingsQuery } from '../content/content-queries.ts';
import { readBranch, readFlaggedBranch, restoredAddress, sessionBranch } from './branch.ts';
import { type Bridge, createBridge } from './bridge.ts';
import { findHostApp } from './host-app.ts';

async function connect(queries: QueryClient, lang: Lang): Promise<Bridge | null> {
  const branch = readFlaggedBranch();
  if (branch === null) return null;
  const { mini_programs } = await queries.fetchQuery(settingsQuery(lang));
  const program = mini_programs.find((each) => each.branch === branch);
  const app = program === undefined ? 'outside' : await findHostApp(program.bridge_url);
  // The flag has arrived, so a later document without it may be reloaded too.
  restoredAddress.remove();
  // A slow app does not end the session's branch; only the proof that there is no app does.
  if (app === 'outside') sessionBranch.remove();
  if (app === 'outside' || app === 'silent') return null;
  if (readBranch() !== branch) {
    sessionBranch.write(branch);
    void queries.invalidateQueries({ queryKey: ['payments.preferred'] });
  }
  return createBridge(app);
}

let connection: Promise<Bridge | null> | null = null;

/**
 * Returns the document's bridge to the app; null in an ordinary browser, and while the app does not respond. The first
 * connection gives the session the app's branch.
 */
export function connectBridge(queries: QueryClient, lang: Lang): Promise<Bridge | null> {
  connection ??= connect(queries, lang)
    .catch((error: unknown) => {
      console.warn('The app’s script is unknown', error);
      return null;
    })
    .then((bridge) => {
      // Lets a later call try again.
      if (bridge === null) connection = null;
      return bridge;
    });
  return connection;
}
