/** UI toggles of the page layout (docs/spec.md §4 "UI toggles", docs/readings.md#18). Never written on the server. */
import { create } from 'zustand';

type Toggles = {
  /** The categories menu. */
  sidebar: boolean;
  cart: boolean;
  filter: boolean;
  search: boolean;
  /** The full-screen search on phones. */
  mobileSearch: boolean;
  /** A page's own drawer, such as the checkout's summary. */
  drawer: boolean;
  /** The progress bar between pages. */
  pageLoader: boolean;
  /** The cart's edit mode. */
  cartEditing: boolean;
  /** The header is stuck to the top. */
  stickyHeader: boolean;
};

export type LayoutToggle = keyof Toggles;

type LayoutState = Toggles & {
  set(toggle: LayoutToggle, on: boolean): void;
  toggle(toggle: LayoutToggle): void;
};

export const useLayout = create<LayoutState>((set) => ({
  sidebar: false,
  cart: false,
  filter: false,
  search: false,
  mobileSearch: false,
  drawer: false,
  pageLoader: false,
  cartEditing: false,
  stickyHeader: false,
  set: (toggle, on) => set({ [toggle]: on }),
  toggle: (toggle) => set((state) => ({ [toggle]: !state[toggle] })),
}));

/** Opens the cart's drawer. */
export const openCart = (): void => useLayout.getState().set('cart', true);
