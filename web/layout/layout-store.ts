/**
 * UI toggles that parts far from each other share (docs/spec.md §4 "UI toggles"); docs/readings.md#18 says where the
 * others are. Never written on the server.
 */
import { create } from 'zustand';

type Toggles = {
  cart: boolean;
  /** The full-screen search on phones. */
  mobileSearch: boolean;
  /** The cart's edit mode. */
  cartEditing: boolean;
  /** The header is stuck to the top. */
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
