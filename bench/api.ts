/** Measures the rates of cached responses, pages, cart changes and checkouts, as ratios to bare node:http. */
import { onClone } from './databases.ts';
import { type StartedProcess, startHello, startShop } from './processes.ts';
import { measureRatios, type Ratio, repeatRequest, type Subject } from './ratios.ts';
import { measureRendering } from './rendering.ts';
import { formatFraction, makeLimitRow, makePlainRow, type ReportRow, reportProgress } from './report.ts';
import { addToCart, checkOut, fetchJson, listWantedLines, repeatVisits, TRUST_PROXY } from './shoppers.ts';
import { measureStatements } from './statements.ts';

const SHOP_PORT = 3570;
const PRODUCT_COUNT = 1_000;
const BUYING_SECONDS = 3;
/** Node optimizes the code of a visit only after thousands of visits. */
const WARM_UP_SECONDS = 8;

const BROTLI_HEADERS = { 'Accept-Encoding': 'br' };

/** A subject and its target as a share of the bare server's rate; null without a target. */
type RateTarget = { subject: Subject; least: number | null };

/** Lists cached responses, plain and compressed. */
function listCachedTargets(slug: string): { path: string; targets: RateTarget[] }[] {
  const paths = {
    'Cached list of 30': '/api/products',
    'Cached facets': '/api/fetch-search-filter',
    'Cached product': `/api/products/${slug}`,
    'Cached home page': '/',
    'Cached product page': `/products/view?slug=${slug}`,
  };
  return Object.entries(paths).map(([name, path]) => ({
    path,
    targets: [
      { subject: repeatRequest(`${name}, brotli`, path, BROTLI_HEADERS), least: 1 / 2 },
      { subject: repeatRequest(`${name}, not compressed`, path), least: 1 / 2 },
    ],
  }));
}

/** Starts a bare server that sends as many bytes as the URL's response. */
async function startPeer(path: string): Promise<{ peer: StartedProcess; target: RateTarget }> {
  const response = await fetch(`http://127.0.0.1:${SHOP_PORT}${path}`, { headers: { 'Accept-Encoding': 'identity' } });
  const { byteLength } = await response.arrayBuffer();
  const peer = await startHello(byteLength);
  const name = `  bare node:http with its ${Math.round(byteLength / 1024)} KB`;
  return { peer, target: { subject: { ...repeatRequest(name, '/'), server: peer }, least: null } };
}

async function listBuyingTargets(shop: StartedProcess): Promise<RateTarget[]> {
  const wantedLines = await listWantedLines(shop.port);
  const adding = repeatVisits(() => addToCart(wantedLines));
  const buying = repeatVisits(() => checkOut(wantedLines));
  return [
    {
      subject: { name: 'Add to cart (two calls)', seconds: BUYING_SECONDS, warmUp: WARM_UP_SECONDS, ...adding },
      least: 1 / 40,
    },
    {
      subject: { name: 'Guest checkout (five calls)', seconds: BUYING_SECONDS, warmUp: WARM_UP_SECONDS, ...buying },
      least: 1 / 150,
    },
  ];
}

const formatRate = (ratio: Ratio): string => `${Math.round(ratio.perSecond).toLocaleString('en')}/s`;

const formatMilliseconds = (ratio: Ratio): string =>
  ratio.processor === null ? '' : `, ${ratio.processor.toFixed(3)} ms of processor`;

function makeRow({ subject, least }: RateTarget, ratio: Ratio): ReportRow {
  const measured = `${formatFraction(ratio.ratio)} (${formatRate(ratio)})${formatMilliseconds(ratio)}`;
  if (least === null) return makePlainRow(subject.name, measured);
  return { what: subject.name, measured, target: `≥ 1/${Math.round(1 / least)}`, met: ratio.ratio >= least };
}

async function measureRates(url: string): Promise<{ rows: ReportRow[]; helloMs: number | null }> {
  const hello = await startHello();
  const servers = [hello];
  try {
    const shop = await startShop(url, SHOP_PORT, { env: TRUST_PROXY });
    servers.push(shop);
    const { data } = await fetchJson(SHOP_PORT, '/api/products?limit=1');
    const targets: RateTarget[] = [];
    for (const { path, targets: cached } of listCachedTargets(data[0].slug)) {
      const { peer, target } = await startPeer(path);
      servers.push(peer);
      targets.push(...cached, target);
    }
    targets.push(...(await listBuyingTargets(shop)));
    const subjects = targets.map((target) => target.subject);
    const result = await measureRatios(hello, shop, subjects);
    const rows = [makePlainRow('Bare node:http', `${formatRate(result.hello)}${formatMilliseconds(result.hello)}`)];
    for (const [index, target] of targets.entries()) {
      const ratio = result.ratios[index];
      if (ratio === undefined) continue;
      rows.push(makeRow(target, ratio));
      if (ratio.failed > 0) rows.push(makeLimitRow(`${target.subject.name}, failed requests`, ratio.failed, 0, ''));
    }
    return { rows, helloMs: result.hello.processor };
  } finally {
    for (const server of servers) await server.stop();
  }
}

/** Measures rates, then rendering, then counts statements. */
export function measureApi(fresh: boolean): Promise<ReportRow[]> {
  return onClone(PRODUCT_COUNT, fresh, async (url) => {
    const { rows, helloMs } = await measureRates(url);
    reportProgress('  rendering');
    // Without /proc there is no processor time of another process to compare with.
    if (helloMs !== null) rows.push(...(await measureRendering(url, helloMs)));
    reportProgress('  statements');
    return [...rows, ...(await measureStatements(url))];
  });
}
