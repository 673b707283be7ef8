/** Draws what the demo's lists show at once, so that its first visitor waits for no picture (docs/readings.md#37). */
import { renderFronts } from '../server/media/raster.ts';
import { bundles } from './data/bundles.ts';
import { products } from './data/catalogue.ts';
import { drawDemoImage } from './drawing/draw.ts';
import { frontOf } from './seed-rows.ts';

/** How often progress is told. */
const TELL_EVERY = 25;

/** Draws the fronts of all demo products into the folder of images; those that are there stay. Progress comes as lines. */
export async function drawFronts(folder: string, tell: (line: string) => void): Promise<void> {
  const specs = [...products, ...bundles].map((product) => frontOf(product.images));
  await renderFronts(folder, specs, drawDemoImage, (done, total) => {
    if (done % TELL_EVERY === 0 || done === total) tell(`Drawing the packs … ${done} of ${total}`);
  });
}
