/** Runs axe on a page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE_SCRIPT = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type AxeViolation = { id: string; impact: string | null; nodes: { html: string }[] };
type Axe = {
  _audit: { rules: { id: string; impact: string; enabled: boolean; tags: string[] }[]; tagExclude: string[] };
  run(options: object): Promise<{ violations: AxeViolation[] }>;
};

/** Returns axe's serious and critical findings in a page or a frame of it, with their elements. */
export async function findings(page: Pick<Page, 'evaluate'>): Promise<string[]> {
  // Evaluated, not added as a script: the page's content security policy refuses inline ones.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE_SCRIPT);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: Axe };
    const isReported = ({ impact }: { impact: string | null }) => impact === 'serious' || impact === 'critical';
    // Runs only rules that can have a reported impact, without selectors and without loading style sheets and media
    // again, which only other rules read: the rest would only take time.
    const { rules, tagExclude } = axe._audit;
    // Leaves out experimental rules: axe does so by default, but not for rules that are named.
    const isRun = ({ enabled, tags }: (typeof rules)[number]) =>
      enabled && !tags.some((tag) => tagExclude.includes(tag));
    const values = rules.filter((rule) => isRun(rule) && isReported(rule)).map(({ id }) => id);
    const options = { runOnly: { type: 'rule', values }, resultTypes: ['violations'], selectors: false };
    const { violations } = await axe.run({ ...options, preload: false });
    return violations
      .filter(isReported)
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  });
}
