/** Colours of the banner scenes (the art has no text): background while the art loads, text, button. */
type BannerColours = { tile: string; button: string };

const PLAIN: BannerColours = { tile: 'bg-[#f7ecd8] text-[#2b1d14]', button: 'bg-[#2b1d14] text-white' };
const WHITE_BUTTON = 'bg-white text-[#0a3a1e]';

const SCENES: Readonly<Record<string, BannerColours>> = {
  'friday-night': { tile: 'bg-[#f2802f] text-[#3a1500]', button: 'bg-[#3a1500] text-white' },
  breakfast: { tile: 'bg-[#ffd98a] text-[#3a1f00]', button: 'bg-[#3a1f00] text-white' },
  'wash-day': { tile: 'bg-[#4a3fb0] text-white', button: 'bg-white text-[#2a2170]' },
  'free-shipping': { tile: 'bg-[#0a3a1e] text-white', button: WHITE_BUTTON },
  referral: { tile: 'bg-[#125f30] text-white', button: WHITE_BUTTON },
  greens: { tile: 'bg-[#ddf0d5] text-[#0a3a1e]', button: 'bg-[#0a3a1e] text-white' },
  coins: { tile: 'bg-[#fbdde8] text-[#5e0b30]', button: 'bg-[#5e0b30] text-white' },
};

/** Returns the colours of a scene; of an unknown one, the shop's plain background. */
export const pickBannerColours = (scene: string): BannerColours => SCENES[scene] ?? PLAIN;
