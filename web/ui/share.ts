/** Returns whether the device has a share sheet. */
export const canShare = (): boolean => typeof navigator.share === 'function';

/** Opens the share sheet if the device has one; a cancelled share counts as shared. */
export async function share(data: { title: string; text?: string; url: string }): Promise<boolean> {
  if (!canShare()) return false;
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
