/** What happened to the cart, for the ear: one live region says it, whichever control made the change (docs/ux.md#rule-22). */
import { create } from 'zustand';

export const useCartAnnouncement = create<{ text: string }>(() => ({ text: '' }));

export function announceCart(text: string): void {
  useCartAnnouncement.setState({ text });
}
