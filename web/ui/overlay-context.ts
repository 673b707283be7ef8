/** Whether something stands inside an open sheet, drawer or dialog. */
import { createContext, useContext } from 'react';

export const OverlayContext = createContext(false);

/** True inside an overlay: links there replace its history entry instead of adding one. */
export const useInOverlay = (): boolean => useContext(OverlayContext);
