/** Provides whether a component is inside an open sheet, drawer or dialog. */
import { createContext, useContext } from 'react';

export const OverlayContext = createContext(false);

/** True inside an overlay: links there replace its history entry. */
export const useInOverlay = (): boolean => useContext(OverlayContext);
