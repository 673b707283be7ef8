/** A photo that the contact form sends: scaled down in the browser, so that a phone uploads it quickly. */
import { api } from '../../api/api.ts';

export type ContactPhoto = {
  /** Identifies the photo in the list. */
  key: string;
  name: string;
  /** JPEG without the place and time of the original. */
  file: Blob;
  /** A small picture as a data URL. */
  preview: string;
  /** Its id on the server; null before the upload. */
  id: string | null;
};

const MAX_SIDE_PX = 1_600;
const PREVIEW_SIDE_PX = 192;
const JPEG_QUALITY = 0.85;

function drawScaled(picture: ImageBitmap, maxSide: number): HTMLCanvasElement {
  const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (context !== null) {
    // JPEG has no transparency.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  }
  return canvas;
}

/** Reads a chosen file; null if the browser cannot open it as a picture. */
export async function readPhoto(original: File): Promise<ContactPhoto | null> {
  const picture = await createImageBitmap(original).catch(() => null);
  if (picture === null) return null;
  const canvas = drawScaled(picture, MAX_SIDE_PX);
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY));
  const preview = drawScaled(picture, PREVIEW_SIDE_PX).toDataURL('image/jpeg', JPEG_QUALITY);
  picture.close();
  return file && { key: crypto.randomUUID(), name: original.name, file, preview, id: null };
}

/** Uploads a photo, unless it has an id from an earlier upload, and returns it with its id. Throws `ApiError`. */
export async function uploadPhoto(photo: ContactPhoto): Promise<ContactPhoto & { id: string }> {
  if (photo.id !== null) return { ...photo, id: photo.id };
  const { id } = (await api('content.addContactPhoto', { body: { picture: photo.file } })).photo;
  return { ...photo, id };
}
