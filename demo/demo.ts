/** The demo's interface to the server (`server/demo.ts`); its parts load when they are needed. */
import type { Demo } from '../server/demo.ts';
import { DEMO_FOLDER } from './demo-folder.ts';

export const demo: Demo = {
  folder: DEMO_FOLDER,
  loadDraw: async () => (await import('./drawing/draw.ts')).drawDemoImage,
  async fillEmptyShop(db, { now, imageFolder, imageEffort, hasPersonas, report }) {
    const [{ seedIfEmpty }, { drawFronts }] = await Promise.all([import('./seed.ts'), import('./draw-fronts.ts')]);
    await seedIfEmpty(db, { now });
    if (hasPersonas) await (await import('./seed-personas.ts')).seedPersonas(db, now);
    await drawFronts(imageFolder, imageEffort, report);
  },
  async listSignInLines(db) {
    const [{ listPersonaLines }, { DEMO_STAFF }, { DEMO_PASSWORD }] = await Promise.all([
      import('./seed-personas.ts'),
      import('./data/personas.ts'),
      import('../server/identity/sign-in/passwords.ts'),
    ]);
    const lines = await listPersonaLines(db);
    if (lines.length === 0) return [];
    return [
      `  Demo customers              sign in with the password ${DEMO_PASSWORD}`,
      ...lines.map((line) => `    ${line}`),
      `  Demo staff                  ${DEMO_STAFF}, with the same password, at /office`,
    ];
  },
  closeAccounts: async (db) => (await import('./close-accounts.ts')).closeAccounts(db),
  async ensureDealWindows(db, now) {
    const { ensureDealWindows } = await import('./deal-windows.ts');
    await ensureDealWindows(db, now);
  },
};
