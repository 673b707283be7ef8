import type { Pattern } from '../../server/media/image-spec.ts';
import type { SeedBrand } from './types.ts';

/** Slug, wordmark, Chinese name, base colour, accent, ink, pattern, whether it is on the home page's brand wall. */
type BrandEntry = [string, string, string, string, string, string, Pattern, boolean];

/**
 * The names are invented (docs/ux.md#4); have them checked before any public use.
 * Packs and product names carry the Latin wordmark in both languages, as packs in Malaysian shops do.
 */
const brandEntries: BrandEntry[] = [
  ['krupkrap', 'Krupkrap', '脆卜卜', '#c8321f', '#ffc94a', '#fff6e0', 'sun', true],
  ['ombak-bay', 'Ombak Bay', '浪花湾', '#1f6e5a', '#bfe8cf', '#f4fff6', 'wave', true],
  ['letup-letup', 'Letup Letup', '啪啪爆', '#fff6e0', '#c2255c', '#7a1239', 'dot', true],
  ['salai-senja', 'Salai Senja', '暮色熏坊', '#4a1f17', '#f0a35e', '#ffeeda', 'stripe', false],
  ['nenek-bakes', 'Nenek Bakes', '奶奶烘焙', '#f3e3b7', '#7dbe72', '#1f5a2c', 'tile', true],
  ['kokonut-co', 'Kokonut & Co', '椰兄椰弟', '#6b2e4a', '#f3a9c2', '#fff0e6', 'stripe', true],
  ['manis-lane', 'Manis Lane', '甜甜巷', '#ffd3de', '#e0527d', '#84143c', 'dot', false],
  ['kacang-kampit', 'Kacang Kampit', '满袋花生', '#e2a63f', '#fff0c2', '#42210b', 'stripe', false],
  ['buah-bukit', 'Buah Bukit', '果山', '#f6b93b', '#3f8f3a', '#4a2400', 'sun', false],
  ['warung-wan', 'Warung Wan', '阿旺小摊', '#0f5c73', '#ffcf70', '#f2fbff', 'tile', false],
  ['kebun-kabus', 'Kebun Kabus', '云雾菜园', '#2e7d3a', '#cdebb4', '#f6ffef', 'wave', true],
  ['reban-ria', 'Reban Ria', '乐鸡园', '#f7b51e', '#fff3c4', '#3a1d00', 'dot', false],
  ['tauhu-tua', 'Tauhu Tua', '老豆坊', '#e9d7a8', '#8db45c', '#4a3511', 'tile', false],
  ['oven-pagi', 'Oven Pagi', '清晨烤炉', '#7a4a1e', '#f3c777', '#fff3dc', 'stripe', true],
  ['nyonya-pot', 'Nyonya Pot', '娘惹锅', '#fff6db', '#2f8f4e', '#14532d', 'tile', true],
  ['bijirin-bay', 'Bijirin Bay', '谷物湾', '#dfe9c9', '#c98a2b', '#38511c', 'wave', false],
  ['padi-lima', 'Padi Lima', '五穗', '#e9f0d8', '#d9972b', '#1f5a2c', 'stripe', false],
  ['kuah-kita', 'Kuah Kita', '咱们的汤', '#c9431a', '#ffd873', '#fff6e0', 'sun', true],
  ['tok-lada', 'Tok Lada', '胡椒爷爷', '#fff1cf', '#c8321f', '#3b1408', 'tile', false],
  ['rempah-rimba', 'Rempah Rimba', '雨林香料', '#8a2f12', '#f7b84b', '#fff2dd', 'sun', false],
  ['minyak-mentari', 'Minyak Mentari', '朝阳油坊', '#ffe08a', '#e8871e', '#5a2b00', 'sun', false],
  ['santan-senandung', 'Santan Senandung', '椰韵', '#e6f6f2', '#2a9d8f', '#0e4f47', 'wave', false],
  ['lembu-lane', 'Lembu Lane', '牧牛巷', '#cfe5f5', '#1b5fa8', '#123f75', 'wave', true],
  ['beku-bros', 'Beku Bros', '冰兄冰弟', '#1c3f94', '#8fd3ff', '#f3f9ff', 'dot', false],
  ['kampung-cream', 'Kampung Cream', '甘榜雪糕', '#f5de8c', '#8aa23c', '#4a4a10', 'dot', true],
  ['buih-buih', 'Buih Buih', '泡泡', '#f39a1f', '#ffe08a', '#3a1500', 'dot', true],
  ['perah-lane', 'Perah Lane', '鲜榨巷', '#eaf6c7', '#4e9a2b', '#1f5a1c', 'dot', false],
  ['kopi-lorong', 'Kopi Lorong', '小巷咖啡', '#3b2318', '#d9a566', '#fff3e0', 'stripe', true],
  ['kilat-kita', 'Kilat Kita', '亮晶晶', '#16689c', '#ffc94a', '#f4fbff', 'wave', false],
  ['gebu-awan', 'Gebu Awan', '云朵', '#cbb8e8', '#ffffff', '#3c2466', 'tile', false],
];

/** The 30 brands of the demo shop, each with its own palette. */
export const brands: SeedBrand[] = brandEntries.map(([slug, en, zh, base, accent, ink, pat, featured]) => ({
  slug,
  name: { en, zh },
  palette: { base, accent, ink, pat },
  featured,
}));
