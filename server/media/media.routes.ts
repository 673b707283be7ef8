import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { refusal } from '@shop/core/refusal';
import { formatRefusal } from '@shop/core/refusal-text';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseAcceptedEncoding } from '../http/cache/response-cache.ts';
import type { DrawImage } from './draw.ts';
import { imagePath } from './image-files.ts';
import { type ImageExtension, isOfferedSize } from './image-sizes.ts';
import type { ImageSpec } from './image-spec.ts';
import { parseImageFile } from './image-urls.ts';

const CONTENT_TYPES: Record<ImageExtension, string> = {
  webp: 'image/webp',
  avif: 'image/avif',
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
};

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);
/** Quality 5: output as small as that of gzip's best level, in the time of gzip. */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** A name contains the hash of the image's spec, so the file never changes. */
const IMMUTABLE_CACHE = 'public, max-age=31536000, immutable';

/**
 * Registers `GET /media/<hash>-<width>.<ext>` (docs/readings.md#37), which sends a file from the disk, or renders it at
 * its first request. `findSpec` finds the spec of a hash, or null. Unknown names and sizes that are not offered are a
 * 404.
 */
export function registerMedia(
  app: FastifyInstance,
  deps: {
    dir: string;
    /** The effort of encoding (`IMAGE_EFFORT`). */
    effort: number;
    findSpec: (hash: string) => Promise<ImageSpec | null>;
    /** Loads the renderer, at the first image. */
    loadDraw: () => Promise<DrawImage>;
  },
): void {
  app.get<{ Params: { file: string } }>('/media/:file', async (request, reply) => {
    const requested = parseImageFile(request.params.file);
    if (!requested) return sendNotFound(reply);
    const { hash, width, ext } = requested;

    const path = imagePath(deps.dir, hash, width, ext);
    const size = await readSize(path);
    if (ext === 'svg' && size !== null) return sendSvg(request, reply, path);
    if (size !== null) return sendImage(reply, path, size, ext);

    const spec = await deps.findSpec(hash);
    if (!spec || !isOfferedSize(spec, width, ext)) return sendNotFound(reply);
    // Imported with the first image, to keep startup fast.
    const [{ NotDrawn, renderImage }, draw] = await Promise.all([import('./raster.ts'), deps.loadDraw()]);
    try {
      await renderImage({ dir: deps.dir, spec, hash, width, ext, effort: deps.effort, draw });
    } catch (error) {
      if (error instanceof NotDrawn) return sendNotFound(reply);
      throw error;
    }
    if (ext === 'svg') return sendSvg(request, reply, path);
    return sendImage(reply, path, (await stat(path)).size, ext);
  });
}

/** Reads the size of a file in bytes; null if it does not exist. */
async function readSize(path: string): Promise<number | null> {
  return stat(path).then(
    ({ size }) => size,
    () => null,
  );
}

/** Sends a drawing, compressed if the client accepts it: outlines shrink to less than half. */
async function sendSvg(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
  const drawing = await readFile(path);
  setHeaders(reply, 'svg').header('vary', 'Accept-Encoding');
  const encoding = parseAcceptedEncoding(request.headers['accept-encoding']);
  if (encoding === 'identity') return reply.send(drawing);
  const compressed = await (encoding === 'br' ? compressBrotli(drawing, BROTLI_OPTIONS) : compressGzip(drawing));
  return reply.header('content-encoding', encoding).send(compressed);
}

function sendImage(reply: FastifyReply, path: string, size: number, ext: ImageExtension): FastifyReply {
  return setHeaders(reply, ext).header('content-length', size).send(createReadStream(path));
}

function setHeaders(reply: FastifyReply, ext: ImageExtension): FastifyReply {
  return (
    reply
      .header('cache-control', IMMUTABLE_CACHE)
      .header('content-type', CONTENT_TYPES[ext])
      // A drawing opened as a document runs no script and loads nothing, even if its texts contained markup.
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .header('cross-origin-resource-policy', 'cross-origin')
  );
}

function sendNotFound(reply: FastifyReply): FastifyReply {
  const refused = refusal('request.not_found');
  return reply
    .code(404)
    .header('cache-control', 'no-store')
    .send({ message: formatRefusal(refused, 'en'), code: refused.code });
}
