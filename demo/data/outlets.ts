import type { OpeningHours, SeedOutlet } from './types.ts';

type Pattern = 'A' | 'B' | 'C' | 'D' | 'F';

/**
 * Opening hours by pattern (docs/ux.md#4): round the clock, late, day, short day, and day with a Friday prayer break.
 */
const spans: Record<Exclude<Pattern, 'F'>, [opens: string, closes: string]> = {
  A: ['00:00', '24:00'],
  B: ['07:00', '23:00'],
  C: ['08:00', '22:00'],
  D: ['08:00', '21:00'],
};

const DAYS = [0, 1, 2, 3, 4, 5, 6] as const;
const FRIDAY = 5;

function weekOf(pattern: Pattern): OpeningHours[] {
  const [opens, closes] = spans[pattern === 'F' ? 'C' : pattern];
  return DAYS.map((day) => ({
    day,
    spans:
      pattern === 'F' && day === FRIDAY
        ? [
            { opens, closes: '12:45' },
            { opens: '14:30', closes },
          ]
        : [{ opens, closes }],
  }));
}

type Row = [
  code: string,
  area: string,
  areaZh: string,
  postcode: string,
  state: string,
  latitude: number,
  longitude: number,
  hours: Pattern,
  phone: string,
];

const rows: Row[] = [
  ['KUL01', 'Bukit Bintang', '武吉免登', '50200', 'MY-14', 3.147, 101.711, 'A', '60374898232'],
  ['KUL02', 'Taman Connaught', '康乐花园', '56000', 'MY-14', 3.081, 101.738, 'B', '60376406274'],
  ['KUL03', 'Kepong Baru', '甲洞峇鲁', '52100', 'MY-14', 3.208, 101.646, 'B', '60374188692'],
  ['KUL04', 'Setapak', '文良港', '53000', 'MY-14', 3.19, 101.717, 'C', '60370014391'],
  ['KUL05', 'Bangsar', '孟沙', '59100', 'MY-14', 3.13, 101.671, 'A', '60372986273'],
  ['KUL06', 'Sri Petaling', '大城堡', '57000', 'MY-14', 3.069, 101.69, 'B', '60371824667'],
  ['PJY01', 'Presint 9', '布城第九区', '62250', 'MY-16', 2.945, 101.671, 'C', '60372722169'],
  ['SEL01', 'SS2', '八打灵再也SS2', '47300', 'MY-10', 3.118, 101.622, 'A', '60376084836'],
  ['SEL02', 'Subang SS15', '梳邦再也', '47500', 'MY-10', 3.076, 101.588, 'A', '60378511198'],
  ['SEL03', 'Shah Alam Sek 7', '莎阿南', '40000', 'MY-10', 3.072, 101.49, 'B', '60376424392'],
  ['SEL04', 'Klang Bukit Tinggi', '巴生', '41200', 'MY-10', 2.995, 101.443, 'C', '60372184299'],
  ['SEL05', 'Puchong Bandar Puteri', '蒲种', '47100', 'MY-10', 3.023, 101.617, 'B', '60375024893'],
  ['SEL06', 'Kajang', '加影', '43000', 'MY-10', 2.993, 101.787, 'C', '60372946503'],
  ['SEL07', 'Rawang', '万挠', '48000', 'MY-10', 3.321, 101.577, 'C', '60376649937'],
  ['SEL08', 'Cyberjaya', '赛城', '63000', 'MY-10', 2.922, 101.655, 'B', '60370892992'],
  ['JHR01', 'JB Taman Pelangi', '新山彩虹花园', '80400', 'MY-01', 1.481, 103.774, 'A', '6075521968'],
  ['JHR02', 'Skudai', '士古来', '81300', 'MY-01', 1.537, 103.657, 'B', '6075925194'],
  ['JHR03', 'Batu Pahat', '峇株巴辖', '83000', 'MY-01', 1.85, 102.933, 'C', '6075671388'],
  ['JHR04', 'Muar', '麻坡', '84000', 'MY-01', 2.046, 102.568, 'C', '6075771199'],
  ['PNG01', 'George Town', '乔治市', '10200', 'MY-07', 5.417, 100.334, 'A', '6045970004'],
  ['PNG02', 'Bayan Lepas', '峇六拜', '11900', 'MY-07', 5.295, 100.26, 'B', '6045049134'],
  ['PNG03', 'Butterworth', '北海', '12000', 'MY-07', 5.399, 100.366, 'C', '6045099448'],
  ['PNG04', 'Bukit Mertajam', '大山脚', '14000', 'MY-07', 5.363, 100.466, 'C', '6045384667'],
  ['PRK01', 'Ipoh Garden', '怡保花园', '31400', 'MY-08', 4.607, 101.113, 'B', '6055182871'],
  ['PRK02', 'Taiping', '太平', '34000', 'MY-08', 4.852, 100.741, 'C', '6055717229'],
  ['KDH01', 'Alor Setar', '亚罗士打', '05100', 'MY-02', 6.124, 100.368, 'C', '6045836510'],
  ['KDH02', 'Sungai Petani', '双溪大年', '08000', 'MY-02', 5.647, 100.488, 'C', '6045362404'],
  ['PLS01', 'Kangar', '加央', '01000', 'MY-09', 6.441, 100.198, 'C', '6045417523'],
  ['KTN01', 'Kota Bharu', '哥打峇鲁', '15000', 'MY-03', 6.125, 102.238, 'F', '6095068979'],
  ['TRG01', 'Kuala Terengganu', '瓜拉登嘉楼', '20000', 'MY-11', 5.33, 103.137, 'F', '6095011891'],
  ['PHG01', 'Kuantan', '关丹', '25000', 'MY-06', 3.813, 103.326, 'B', '6095203336'],
  ['NSN01', 'Seremban 2', '芙蓉', '70300', 'MY-05', 2.693, 101.912, 'C', '6065247290'],
  ['MLK01', 'Melaka Raya', '马六甲', '75000', 'MY-04', 2.187, 102.251, 'B', '6065576968'],
  ['SBH01', 'Kota Kinabalu', '亚庇', '88000', 'MY-12', 5.98, 116.073, 'B', '6088469409'],
  ['SBH02', 'Sandakan', '山打根', '90000', 'MY-12', 5.84, 118.118, 'D', '6089499995'],
  ['SBH03', 'Tawau', '斗湖', '91000', 'MY-12', 4.245, 117.891, 'D', '6089439021'],
  ['SWK01', 'Kuching', '古晋', '93100', 'MY-13', 1.553, 110.344, 'B', '6082482965'],
  ['SWK02', 'Miri', '美里', '98000', 'MY-13', 4.399, 113.991, 'C', '6085497519'],
  ['SWK03', 'Sibu', '诗巫', '96000', 'MY-13', 2.288, 111.831, 'C', '6084459737'],
  ['LBN01', 'Labuan', '纳闽', '87000', 'MY-15', 5.28, 115.247, 'D', '6087403520'],
];

/**
 * 40 of the "more than 700" outlets. Areas and postcodes are real, coordinates approximate, addresses and phones
 * invented.
 */
export const outlets: SeedOutlet[] = rows.map(
  ([code, area, areaZh, postcode, state, latitude, longitude, pattern, phone], index) => ({
    code,
    name: { en: `Sekampit ${area}`, zh: `满袋 ${areaZh}` },
    area: { en: area, zh: areaZh },
    street_address: `Lot ${index + 1}, Jalan Contoh ${(index % 9) + 1}`,
    postcode,
    state,
    latitude,
    longitude,
    phone,
    hours: weekOf(pattern),
  }),
);
