/** Whether the shopper asked to decide anew about tracking. */
import { create } from 'zustand';

export const useTrackingNotice = create<{ asked: boolean }>(() => ({ asked: false }));

/** Shows the notice again, from the footer. */
export const askAboutTracking = (): void => useTrackingNotice.setState({ asked: true });
