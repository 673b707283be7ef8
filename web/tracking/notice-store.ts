/** Whether the footer has reopened the consent notice. */
import { create } from 'zustand';

export const useTrackingNotice = create<{ isReopened: boolean }>(() => ({ isReopened: false }));

/** Shows the notice again, from the footer. */
export const openTrackingNotice = (): void => useTrackingNotice.setState({ isReopened: true });
