/** The photos of the contact form: read as they are chosen, uploaded as the message is sent. */
import { MAX_CONTACT_PHOTOS } from '@shop/core/content/contact-photos';
import { useRef, useState } from 'react';
import { type ContactPhoto, readPhoto, uploadPhoto } from './contact-photo.ts';

/** Why photos are missing: a file that the browser cannot open, more photos than allowed, or the server's refusal. */
export type PhotoProblem = 'unreadable' | 'too_many' | { refusal: string };

export type PhotoUploads = ReturnType<typeof usePhotoUploads>;

export function usePhotoUploads() {
  const [photos, setPhotos] = useState<readonly ContactPhoto[]>([]);
  const [problem, setProblem] = useState<PhotoProblem | null>(null);
  const [uploadingNumber, setUploadingNumber] = useState(0);
  // Files are read and uploaded one after the other, while the list may change.
  const latest = useRef(photos);
  const lastRead = useRef<Promise<unknown>>(Promise.resolve());

  function change(next: readonly ContactPhoto[]): void {
    latest.current = next;
    setPhotos(next);
  }

  async function read(files: readonly File[]): Promise<void> {
    const results = await Promise.all(files.slice(0, MAX_CONTACT_PHOTOS).map(readPhoto));
    const room = MAX_CONTACT_PHOTOS - latest.current.length;
    const readable = results.filter((photo) => photo !== null);
    change([...latest.current, ...readable.slice(0, room)]);
    setProblem(readable.length < results.length ? 'unreadable' : files.length > room ? 'too_many' : null);
  }

  return {
    photos,
    problem,
    /** The number of the photo that is being uploaded, from 1; 0 if there is none. */
    uploadingNumber,
    add(files: readonly File[]): void {
      lastRead.current = Promise.all([lastRead.current, read(files)]);
    },
    remove(key: string): void {
      setProblem(null);
      change(latest.current.filter((photo) => photo.key !== key));
    },
    /** Uploads the photos without an id, and returns the ids of all photos. Throws `ApiError`. */
    async upload(): Promise<string[]> {
      await lastRead.current;
      setProblem(null);
      const ids: string[] = [];
      try {
        for (const photo of latest.current) {
          setUploadingNumber(ids.length + 1);
          const { id } = await uploadPhoto(photo);
          ids.push(id);
          change(latest.current.map((each) => (each.key === photo.key ? { ...each, id } : each)));
        }
      } finally {
        setUploadingNumber(0);
      }
      return ids;
    },
    /** Shows the server's refusal, and removes the photos' ids, so that the next submit uploads them again. */
    refuse(refusal: string): void {
      setProblem({ refusal });
      change(latest.current.map((photo) => ({ ...photo, id: null })));
    },
  };
}
