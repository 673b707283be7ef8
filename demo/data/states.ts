import type { SeedState } from './types.ts';

type Row = [code: string, en: string, zh: string, type?: 'federal_territory'];

const rows: Row[] = [
  ['MY-01', 'Johor', '柔佛'],
  ['MY-02', 'Kedah', '吉打'],
  ['MY-03', 'Kelantan', '吉兰丹'],
  ['MY-04', 'Melaka', '马六甲'],
  ['MY-05', 'Negeri Sembilan', '森美兰'],
  ['MY-06', 'Pahang', '彭亨'],
  ['MY-07', 'Pulau Pinang', '槟城'],
  ['MY-08', 'Perak', '霹雳'],
  ['MY-09', 'Perlis', '玻璃市'],
  ['MY-10', 'Selangor', '雪兰莪'],
  ['MY-11', 'Terengganu', '登嘉楼'],
  ['MY-12', 'Sabah', '沙巴'],
  ['MY-13', 'Sarawak', '砂拉越'],
  ['MY-14', 'W.P. Kuala Lumpur', '吉隆坡联邦直辖区', 'federal_territory'],
  ['MY-15', 'W.P. Labuan', '纳闽联邦直辖区', 'federal_territory'],
  ['MY-16', 'W.P. Putrajaya', '布城联邦直辖区', 'federal_territory'],
];

/** The 13 states and 3 federal territories by ISO 3166-2 (docs/partners.md#7). */
export const states: SeedState[] = rows.map(([code, en, zh, type]) => ({
  code,
  name: { en, zh },
  type: type ?? 'state',
}));
