/** What is open or on in the frame of the page (docs/spec.md §4 "UI toggles", docs/readings.md#18). Never written on the server. */
import { create } from 'zustand';

type Toggles = {
  /** The aisle menu. */
  sidebar: boolean;
  /** The cart's drawer. */
  cart: boolean;
  /** The filter sheet of a list. */
  filter: boolean;
  /** Suggestions below the search field. */
  search: boolean;
  /** The search field over a phone's whole screen. */
  mobileSearch: boolean;
  /** Any further drawer of a page, such as the checkout's summary. */
  drawer: boolean;
  /** The thin bar between pages, beside the router's own. */
  pageLoader: boolean;
  /** The cart's bulk-remove mode. */
  cartEditing: boolean;
  /** The header has left its place and sticks to the top. */
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

/** Opens the cart's drawer, from anywhere. */
export const openCart = (): void => useLayout.getState().set('cart', true);
