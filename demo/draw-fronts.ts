/** Draws the pictures of the demo's lists in advance, so that the first visitor does not wait (docs/readings.md#37). */
import { renderFronts } from '../server/media/raster.ts';
import { bundles } from './data/bundles.ts';
import { products } from './data/catalogue.ts';
import { drawDemoImage } from './drawing/draw.ts';
import { requireFront } from './merged-products.ts';

/** Number of images between two reports of progress. */
const REPORT_EVERY = 25;

/** Draws the fronts of all demo products into the folder of images; existing files stay. Reports progress as lines. */
export async function drawFronts(folder: string, effort: number, report: (line: string) => void): Promise<void> {
  const specs = [...products, ...bundles].map((product) => requireFront(product.images));
  const reportProgress = (done: number, total: number) => {
    if (done % REPORT_EVERY === 0 || done === total) report(`Drawing the packs … ${done} of ${total}`);
  };
  await renderFronts(folder, specs, drawDemoImage, reportProgress, effort);
}
