/** Renders images as pixels, once per size, into the folder of images (docs/ux.md#3.7, docs/readings.md#37). */
import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { limitConcurrency } from '../limit-concurrency.ts';
import { chooseCrop, computeDrawingSize, type DrawImage, type DrawnSpec, drawImage, type ImageCrop } from './draw.ts';
import { fileExists, imagePath, uploadPath, writeFileAtomically } from './image-files.ts';
import { imageHash } from './image-hash.ts';
import { DEFAULT_EFFORT, type ImageExtension, isOfferedSize } from './image-sizes.ts';
import type { ImageSpec } from './image-spec.ts';

/** One rendering uses one thread; the other threads serve the shop. */
const MAX_CONCURRENT_RENDERINGS = 2;
const runLimited = limitConcurrency(MAX_CONCURRENT_RENDERINGS);

/** A rendering is small and never repeated: one thread each, and no cache of libvips, which takes memory. */
sharp.concurrency(1);
sharp.cache(false);

const WEBP_OPTIONS = { quality: 80 };
const AVIF_OPTIONS = { quality: 55 };
const JPEG_OPTIONS = { quality: 82 };

/** Open Graph's size, flattened on white (docs/ux.md#3.7). */
const OPEN_GRAPH = { width: 1200, height: 630 };

/** Thrown if the drawing is of a kind that this shop does not draw. */
export class NotDrawn extends Error {}

type Rendering = {
  /** The data folder. */
  dir: string;
  spec: ImageSpec;
  /** `imageHash(spec)`. */
  hash: string;
  /** One of `listWidths(spec)`, in pixels. */
  width: number;
  ext: ImageExtension;
  /** What a smaller file may cost: from 0, fast, to 6 (`IMAGE_EFFORT`). */
  effort?: number;
  /** Draws all images except uploads; by default the drawings that every shop has. */
  draw?: DrawImage;
  /** Reads an upload; from `<dir>/uploads` by default. */
  loadUpload?: (sha256: string) => Promise<Uint8Array>;
};

const renderingsInProgress = new Map<string, Promise<string>>();

/**
 * Renders one size of an image if its file is missing, and returns the path. Concurrent calls for one file share the
 * work. Throws a RangeError for a size that the shop does not offer, and `NotDrawn`.
 */
export function renderImage(rendering: Rendering): Promise<string> {
  const { dir, spec, hash, width, ext } = rendering;
  if (!isOfferedSize(spec, width, ext)) throw new RangeError(`No ${ext} of ${width} pixels for a ${spec.kind}`);
  const path = imagePath(dir, hash, width, ext);
  const running = renderingsInProgress.get(path);
  if (running) return running;
  const work = runLimited(async () => {
    if (!(await fileExists(path))) await writeFileAtomically(path, await decodePixels(rendering));
    return path;
  }).finally(() => renderingsInProgress.delete(path));
  renderingsInProgress.set(path, work);
  return work;
}

async function decodePixels({
  dir,
  spec,
  width,
  ext,
  effort = DEFAULT_EFFORT,
  loadUpload,
  draw = drawImage,
}: Rendering): Promise<Uint8Array | string> {
  if (spec.kind === 'upload') {
    const load = loadUpload ?? ((sha256: string) => readFile(uploadPath(dir, sha256)));
    return encodeImage(renderUpload(await load(spec.sha256), width, ext), ext, effort);
  }
  if (ext === 'svg') return drawSvg(draw, spec, chooseCrop(spec, width));
  if (ext === 'jpg') return encodeImage(drawOpenGraph(draw, spec), ext, effort);
  return encodeImage(rasterize(draw, spec, width), ext, effort);
}

function drawSvg(draw: DrawImage, spec: DrawnSpec, crop?: ImageCrop): string {
  const svg = draw(spec, crop);
  if (svg === null) throw new NotDrawn(`This shop draws no ${spec.kind}`);
  return svg;
}

/** Removes words in a font from a drawing: this machine's fonts are unknown (docs/ux.md#3.4). */
const removeTexts = (svg: string): Buffer => Buffer.from(svg.replace(/<text\b[^>]*>[^<]*<\/text>/g, ''));

/** Renders the drawing at a width: librsvg renders it at that size, so nothing is scaled afterwards. */
function rasterize(draw: DrawImage, spec: DrawnSpec, width: number): Sharp {
  const crop = chooseCrop(spec, width);
  const size = computeDrawingSize(spec, crop);
  const svg = removeTexts(drawSvg(draw, spec, crop));
  return sharp(svg, { density: (72 * width) / size.width }).resize({ width });
}

function drawOpenGraph(draw: DrawImage, spec: DrawnSpec): Sharp {
  const { width, height } = computeDrawingSize(spec);
  const wide = width / height >= 1.6;
  const atWidth = Math.round(Math.min(OPEN_GRAPH.width, (OPEN_GRAPH.height * width) / height));
  const svg = removeTexts(drawSvg(draw, spec));
  return sharp(svg, { density: (72 * atWidth) / width })
    .resize({
      ...OPEN_GRAPH,
      fit: wide ? 'cover' : 'contain',
      position: wide ? 'right' : 'centre',
      background: '#ffffff',
    })
    .flatten({ background: '#ffffff' });
}

function renderUpload(bytes: Uint8Array, width: number, ext: ImageExtension): Sharp {
  const image = sharp(bytes);
  if (ext !== 'jpg') return image.resize({ width, height: width, fit: 'inside' });
  return image.resize({ ...OPEN_GRAPH, fit: 'contain', background: '#ffffff' }).flatten({ background: '#ffffff' });
}

function encodeImage(image: Sharp, ext: ImageExtension, effort: number): Promise<Buffer> {
  if (ext === 'webp') return image.webp({ ...WEBP_OPTIONS, effort }).toBuffer();
  // A step of AVIF costs about twice as much as one of WebP.
  if (ext === 'avif') return image.avif({ ...AVIF_OPTIONS, effort: Math.floor(effort / 2) }).toBuffer();
  if (ext === 'jpg') return image.jpeg(JPEG_OPTIONS).toBuffer();
  return image.png().toBuffer();
}

/** Widths that lists show: cards on phones and on desktops. */
const FRONT_WIDTHS = [640, 320] as const;

/**
 * Renders the sizes of lists for many images, as WebP, at the first start; skips images whose files exist. Rasterises
 * each image once and scales the smaller size from the larger. `onProgress` receives the number of finished images and
 * the total. Specs without these widths count as finished.
 */
export async function renderFronts(
  dir: string,
  specs: readonly ImageSpec[],
  draw: DrawImage,
  onProgress: (done: number, total: number) => void = () => {},
  effort = DEFAULT_EFFORT,
): Promise<void> {
  const byHash = new Map(specs.map((spec) => [imageHash(spec), spec]));
  let done = 0;
  await Promise.all(
    Array.from(byHash, ([hash, spec]) =>
      runLimited(async () => {
        await renderFront(dir, hash, spec, draw, effort);
        done += 1;
        onProgress(done, byHash.size);
      }),
    ),
  );
}

async function renderFront(dir: string, hash: string, spec: ImageSpec, draw: DrawImage, effort: number): Promise<void> {
  if (spec.kind === 'upload' || !FRONT_WIDTHS.every((width) => isOfferedSize(spec, width, 'webp'))) return;
  const [large, small] = FRONT_WIDTHS.map((width) => imagePath(dir, hash, width, 'webp')) as [string, string];
  if ((await fileExists(large)) && (await fileExists(small))) return;
  const { data, info } = await rasterize(draw, spec, FRONT_WIDTHS[0]).raw().toBuffer({ resolveWithObject: true });
  const openPixels = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  await writeFileAtomically(large, await encodeImage(openPixels(), 'webp', effort));
  await writeFileAtomically(small, await encodeImage(openPixels().resize({ width: FRONT_WIDTHS[1] }), 'webp', effort));
}
