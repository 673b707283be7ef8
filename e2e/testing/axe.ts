/** Runs axe on a page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type AxeViolation = { id: string; impact: string | null; nodes: { html: string }[] };
type Axe = {
  _audit: { rules: { id: string; impact: string; enabled: boolean; tags: string[] }[]; tagExclude: string[] };
  run(options: object): Promise<{ violations: AxeViolation[] }>;
};

/** Returns axe's serious and critical findings in a page or a frame of it, with their elements. */
export async function findings(page: Pick<Page, 'evaluate'>): Promise<string[]> {
  // Evaluated, not added as a script: the page's content security policy refuses inline ones.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: Axe };
    const isReported = ({ impact }: { impact: string | null }) => impact === 'serious' || impact === 'critical';
    // A rule sets the impact of its findings: rules of a lower one would only take time. So would a selector for each
    // element, and loading the page's style sheets and media again, which only rules of a lower impact read.
    const { rules, tagExclude } = axe._audit;
    // Named rules run even if axe leaves them out by default, because they are experimental.
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
