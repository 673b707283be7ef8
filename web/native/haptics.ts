/** Vibration of the phone, as haptic feedback. */
import { Haptics, ImpactStyle } from '@capacitor/haptics';
import { logFailure } from './bridge-calls.ts';

export const tapLightly = (): void => logFailure(Haptics.impact({ style: ImpactStyle.Light }));
