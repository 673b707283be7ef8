/** Rates of cached answers, of pages, of adding to a cart and of a whole checkout, as ratios to bare node:http. */
import { onClone } from './databases.ts';
import { request } from './load.ts';
import { type Started, startHello, startShop } from './processes.ts';
import { measureRatios, type Ratio, repeated, type Subject } from './ratios.ts';
import { atMostRow, plainRow, type Row, ratioRow, say } from './report.ts';
import { addToCart, ask, checkOut, visits, wantedLines } from './shoppers.ts';
import { measureStatements } from './statements.ts';

const PORT = 3570;
const PRODUCTS = 1_000;
const BUYING_SECONDS = 3;
/** Thousands of visits are what makes the code of a visit warm. */
const BUYING_WARM_UP = 8;

const BROTLI = { 'Accept-Encoding': 'br' };

/** A subject with the share of the bare server's rate that issue 2 asks of it. */
type Aim = { subject: Subject; least: number };

/** Kept answers, as they are and compressed. */
function keptAims(slug: string): Aim[] {
  const paths = {
    'Cached list of 30': '/api/products',
    'Cached product': `/api/products/${slug}`,
    'Cached home page': '/',
    'Cached product page': `/products/view?slug=${slug}`,
  };
  return Object.entries(paths).flatMap(([name, path]) => [
    { subject: repeated(name, path), least: 1 / 2 },
    { subject: repeated(`${name}, brotli`, path, BROTLI), least: 1 / 2 },
  ]);
}

/** The home page rendered at every request, since each asks for an address that nobody asked for before. */
function renderedHome(): Subject {
  let asked = 0;
  const next = () => request('GET', `/?unheard=${process.pid}-${asked++}`);
  return { name: 'Home page, rendered anew', seconds: 2, load: () => ({ next }) };
}

async function buyingAims(shop: Started): Promise<Aim[]> {
  const wanted = await wantedLines(shop.port);
  const adding = visits(() => addToCart(wanted));
  const buying = visits(() => checkOut(wanted));
  return [
    {
      subject: { name: 'Add to cart (two calls)', seconds: BUYING_SECONDS, warmUp: BUYING_WARM_UP, ...adding },
      least: 1 / 40,
    },
    {
      subject: { name: 'Guest checkout (five calls)', seconds: BUYING_SECONDS, warmUp: BUYING_WARM_UP, ...buying },
      least: 1 / 150,
    },
  ];
}

const milliseconds = (ratio: Ratio): string =>
  ratio.processor === null ? '' : `, ${ratio.processor.toFixed(3)} ms of processor`;

async function measureRates(url: string): Promise<Row[]> {
  const hello = await startHello();
  const shop = await startShop(url, PORT);
  try {
    const { data } = await ask(PORT, '/api/products?limit=1');
    const aims = [...keptAims(data[0].slug), { subject: renderedHome(), least: 1 / 120 }, ...(await buyingAims(shop))];
    const measured = await measureRatios(
      hello,
      shop,
      aims.map((aim) => aim.subject),
    );
    const rows = [
      plainRow(
        'Bare node:http',
        `${Math.round(measured.hello.perSecond).toLocaleString('en')}/s${milliseconds(measured.hello)}`,
      ),
    ];
    for (const [index, { subject, least }] of aims.entries()) {
      const ratio = measured.ratios[index];
      if (ratio === undefined) continue;
      const row = ratioRow(subject.name, ratio, least);
      rows.push({ ...row, measured: row.measured + milliseconds(ratio) });
      if (ratio.failed > 0) rows.push(atMostRow(`${subject.name}, failed requests`, ratio.failed, 0, ''));
    }
    return rows;
  } finally {
    await shop.stop();
    await hello.stop();
  }
}

/** Measures rates, then counts statements. */
export function measureApi(fresh: boolean): Promise<Row[]> {
  return onClone(PRODUCTS, fresh, async (url) => {
    const rates = await measureRates(url);
    say('  statements');
    return [...rates, ...(await measureStatements(url))];
  });
}
