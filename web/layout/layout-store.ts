/**
 * UI toggles that distant parts of the page share (docs/spec.md §4 "UI toggles"); docs/readings.md#18 lists where the
 * others are. Never written on the server.
 */
import { create } from 'zustand';

type Toggles = {
  cart: boolean;
  /** Whether the full-screen search of phones is open. */
  mobileSearch: boolean;
  /** Whether the cart is in edit mode. */
  cartEditing: boolean;
  /** Whether the header is stuck to the top. */
  stickyHeader: boolean;
};

type LayoutState = Toggles & { set(toggle: keyof Toggles, on: boolean): void };

export const useLayout = create<LayoutState>((set) => ({
  cart: false,
  mobileSearch: false,
  cartEditing: false,
  stickyHeader: false,
  set: (toggle, on) => set({ [toggle]: on }),
}));

/** Opens the cart's drawer. */
export const openCart = (): void => useLayout.getState().set('cart', true);
