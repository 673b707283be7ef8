/**
 * Reads barcodes from the camera's picture with the browser's own detector, or else with a library that is loaded on
 * demand.
 */
import type { Pixels } from './decode-pixels.ts';

/** Returns the code in the video's current picture; null if there is none. */
export type DecodeFrame = (video: HTMLVideoElement) => Promise<string | null>;

const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128'];

/** The browser's barcode detector, for which TypeScript has no types. */
type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> };
type DetectorClass = { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> };

async function openDetector(): Promise<DecodeFrame | null> {
  const { BarcodeDetector: Class }: { BarcodeDetector?: DetectorClass } = Object(globalThis);
  if (Class === undefined) return null;
  const formats = (await Class.getSupportedFormats()).filter((format) => FORMATS.includes(format));
  if (!formats.includes('ean_13')) return null;
  const detector = new Class({ formats });
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
}

/**
 * Width in pixels to which a picture is scaled: enough for the thin bars of an EAN-13 that fills half of the picture,
 * and decoded within milliseconds.
 */
const SCALED_WIDTH_PX = 800;
/** Angles by which a picture is turned, because bars may run along it or across it. */
const ANGLES_RADIANS = [0, Math.PI / 2];

async function openLibrary(): Promise<DecodeFrame> {
  const { decodePixels } = await import('./decode-pixels.ts');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('The browser has no canvas');
  const readTurned = (video: HTMLVideoElement, turn: number): Pixels => {
    const scale = SCALED_WIDTH_PX / Math.max(video.videoWidth, video.videoHeight);
    const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)];
    [canvas.width, canvas.height] = turn === 0 ? [width, height] : [height, width];
    context.translate(canvas.width / 2, canvas.height / 2);
    context.rotate(turn);
    context.drawImage(video, -width / 2, -height / 2, width, height);
    return context.getImageData(0, 0, canvas.width, canvas.height);
  };
  return async (video) => {
    for (const turn of ANGLES_RADIANS) {
      const code = decodePixels(readTurned(video, turn));
      if (code !== null) return code;
    }
    return null;
  };
}

export const openDecoder = async (): Promise<DecodeFrame> =>
  (await openDetector().catch(() => null)) ?? (await openLibrary());
