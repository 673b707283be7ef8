/** The places of the demo's outlets: real towns, and places within large ones. */

export type OutletState = {
  /** The beginning of its outlets' codes. */
  code: string;
  /** Its name in outlets.csv, and in the list of postcodes. */
  name: string;
  list: string;
  /** The area code of its telephone numbers. */
  area: string;
};

export type OutletPlace = {
  name: string;
  zh: string;
  outlets: number;
  /** The town of its postcodes. */
  town: string;
  /** Null: a postcode of its town. */
  postcode: string | null;
  /** Null: the position of its town. */
  position: { lat: number; lng: number } | null;
};

const makeState = (code: string, name: string, area: string, list = name): OutletState => ({ code, name, list, area });

export const OUTLET_STATES: readonly OutletState[] = [
  makeState('JHR', 'Johor', '7'),
  makeState('KDH', 'Kedah', '4'),
  makeState('KTN', 'Kelantan', '9'),
  makeState('KUL', 'W.P. Kuala Lumpur', '3', 'Wp Kuala Lumpur'),
  makeState('LBN', 'W.P. Labuan', '87', 'Wp Labuan'),
  makeState('MLK', 'Melaka', '6'),
  makeState('NSN', 'Negeri Sembilan', '6'),
  makeState('PHG', 'Pahang', '9'),
  makeState('PJY', 'W.P. Putrajaya', '3', 'Wp Putrajaya'),
  makeState('PLS', 'Perlis', '4'),
  makeState('PNG', 'Pulau Pinang', '4'),
  makeState('PRK', 'Perak', '5'),
  makeState('SBH', 'Sabah', '88'),
  makeState('SEL', 'Selangor', '3'),
  makeState('SWK', 'Sarawak', '82'),
  makeState('TRG', 'Terengganu', '9'),
];

/** Places by state: `name, Chinese name, outlets`, and of a place within a town `town, postcode, lat, lng`. */
const PLACE_LISTS: Readonly<Record<string, string>> = {
  JHR: `JB Taman Pelangi, 新山彩虹花园, 1, Johor Bahru, 80400, 1.481, 103.774
    Johor Bahru, 新山, 13
    Skudai, 士古来, 5, Johor Bahru, 81300, 1.537, 103.657
    Iskandar Puteri, 依斯干达公主城, 5
    Masai, 马赛, 5
    Pasir Gudang, 巴西古当, 4
    Ulu Tiram, 乌鲁地南, 4
    Senai, 士乃, 3
    Kulai, 古来, 4
    Batu Pahat, 峇株巴辖, 6
    Muar, 麻坡, 5
    Kluang, 居銮, 5
    Segamat, 昔加末, 4
    Pontian, 笨珍, 3
    Kota Tinggi, 哥打丁宜, 3
    Tangkak, 东甲, 2
    Yong Peng, 永平, 2
    Mersing, 丰盛港, 2
    Labis, 拉美士, 1
    Parit Raja, 巴力拉惹, 2
    Gelang Patah, 振林山, 2
    Simpang Rengam, 新邦令金, 1
    Ayer Hitam, 亚依淡, 1
    Pengerang, 边佳兰, 1
    Bandar Penawar, 班达柏纳华, 1`,
  KDH: `Alor Setar, 亚罗士打, 9
    Sungai Petani, 双溪大年, 9
    Kulim, 居林, 6
    Jitra, 日得拉, 4
    Langkawi, 浮罗交怡, 4
    Baling, 华玲, 2
    Gurun, 牛仑, 2
    Yan, 铅, 1
    Kuala Kedah, 瓜拉吉打, 1
    Kuala Nerang, 瓜拉能乐, 1
    Padang Serai, 巴东色海, 1
    Lunas, 鲁纳斯, 1
    Bedong, 美农, 1`,
  KTN: `Kota Bharu, 哥打峇鲁, 10
    Pasir Mas, 巴西马, 3
    Tumpat, 道北, 2
    Bachok, 万捷, 2
    Tanah Merah, 丹那美拉, 3
    Machang, 马樟, 2
    Kuala Krai, 瓜拉吉赖, 2
    Gua Musang, 话望生, 2
    Pasir Puteh, 巴西富地, 2
    Jeli, 日里, 1
    Rantau Panjang, 兰斗班让, 1`,
  KUL: `Bukit Bintang, 武吉免登, 3, Kuala Lumpur, 50200, 3.147, 101.711
    Taman Connaught, 康乐花园, 3, Kuala Lumpur, 56000, 3.081, 101.738
    Kepong Baru, 甲洞峇鲁, 4, Kuala Lumpur, 52100, 3.208, 101.646
    Setapak, 文良港, 4, Kuala Lumpur, 53000, 3.19, 101.717
    Bangsar, 孟沙, 3, Kuala Lumpur, 59100, 3.13, 101.671
    Sri Petaling, 大城堡, 3, Kuala Lumpur, 57000, 3.069, 101.69
    Cheras, 蕉赖, 4, Kuala Lumpur, 56100, 3.107, 101.737
    Wangsa Maju, 旺沙玛朱, 4, Kuala Lumpur, 53300, 3.205, 101.737
    Segambut, 泗岩沫, 2, Kuala Lumpur, 51200, 3.186, 101.664
    Mont Kiara, 满家乐, 2, Kuala Lumpur, 50480, 3.171, 101.652
    Brickfields, 十五碑, 2, Kuala Lumpur, 50470, 3.129, 101.685
    Pudu, 半山芭, 3, Kuala Lumpur, 55100, 3.135, 101.717
    Ampang Hilir, 安邦希里, 2, Kuala Lumpur, 55000, 3.156, 101.744
    Desa Petaling, 八打灵镇, 2, Kuala Lumpur, 57100, 3.084, 101.706
    Bukit Jalil, 武吉加里尔, 3, Kuala Lumpur, 57000, 3.058, 101.678
    Sentul, 冼都, 3, Kuala Lumpur, 51000, 3.183, 101.69
    Titiwangsa, 蒂蒂旺沙, 2, Kuala Lumpur, 53200, 3.176, 101.705
    Taman Desa, 帝沙花园, 2, Kuala Lumpur, 58100, 3.101, 101.684
    Kuchai Lama, 古仔路, 3, Kuala Lumpur, 58200, 3.089, 101.687
    Old Klang Road, 旧巴生路, 3, Kuala Lumpur, 58000, 3.098, 101.674
    Jinjang, 增江, 3, Kuala Lumpur, 52000, 3.21, 101.66
    TTDI, 敦依斯迈花园, 3, Kuala Lumpur, 60000, 3.14, 101.63
    Damansara Heights, 白沙罗高原, 2, Kuala Lumpur, 50490, 3.15, 101.66
    Chow Kit, 秋杰路, 2, Kuala Lumpur, 50300, 3.164, 101.698
    Masjid India, 印度清真寺街, 2, Kuala Lumpur, 50100, 3.149, 101.697
    Gombak, 鹅唛, 1, Kuala Lumpur, 53100, 3.225, 101.71`,
  LBN: 'Labuan, 纳闽, 5',
  MLK: `Melaka Raya, 马六甲拉也, 2, Melaka, 75000, 2.187, 102.251
    Melaka, 马六甲, 8
    Ayer Keroh, 爱极乐, 4
    Alor Gajah, 亚罗牙也, 3
    Jasin, 野新, 2
    Masjid Tanah, 马日丹那, 2
    Merlimau, 万里茂, 1
    Durian Tunggal, 榴梿洞葛, 1
    Sungai Udang, 双溪乌当, 1`,
  NSN: `Seremban, 芙蓉, 10
    Nilai, 汝来, 4
    Port Dickson, 波德申, 3
    Bahau, 马口, 2
    Kuala Pilah, 瓜拉庇劳, 2
    Tampin, 淡边, 2
    Rembau, 林茂, 1
    Mantin, 文丁, 1
    Gemas, 金马士, 1`,
  PHG: `Kuantan, 关丹, 11
    Temerloh, 淡马鲁, 4
    Bentong, 文冬, 3
    Mentakab, 文德甲, 3
    Raub, 劳勿, 2
    Jerantut, 而连突, 2
    Pekan, 北根, 2
    Tanah Rata, 丹那拉打, 2
    Brinchang, 碧兰璋, 1
    Kuala Lipis, 瓜拉立卑, 2
    Kuala Rompin, 瓜拉云冰, 1
    Muadzam Shah, 姆阿占沙, 1`,
  PJY: 'Presint 9, 布城第九区, 3, Putrajaya, 62250, 2.945, 101.671\nPutrajaya, 布城, 5',
  PLS: `Kangar, 加央, 4
    Arau, 亚娄, 2
    Kuala Perlis, 瓜拉玻璃市, 1
    Padang Besar, 巴东勿刹, 1`,
  PNG: `George Town, 乔治市, 8, Pulau Pinang, 10200, 5.417, 100.334
    Bayan Lepas, 峇六拜, 6
    Butterworth, 北海, 6
    Bukit Mertajam, 大山脚, 7
    Ayer Itam, 亚依淡, 3
    Jelutong, 日落洞, 3
    Gelugor, 牛汝莪, 2
    Tanjong Bungah, 丹绒武雅, 2
    Perai, 北赖, 2
    Kepala Batas, 甲抛峇底, 2
    Nibong Tebal, 高渊, 2
    Simpang Ampat, 新邦安拔, 1
    Balik Pulau, 浮罗山背, 1`,
  PRK: `Ipoh Garden, 怡保花园, 3, Ipoh, 31400, 4.607, 101.113
    Ipoh, 怡保, 13
    Taiping, 太平, 6
    Sitiawan, 实兆远, 3
    Seri Manjung, 曼绒, 3
    Teluk Intan, 安顺, 4
    Kampar, 金宝, 3
    Kuala Kangsar, 江沙, 3
    Batu Gajah, 华都牙也, 2
    Tapah, 打巴, 2
    Tanjong Malim, 丹绒马林, 2
    Parit Buntar, 巴里文打, 2
    Sungai Siput, 和丰, 2
    Bidor, 美罗, 1
    Slim River, 仕林河, 1
    Gerik, 宜力, 1
    Lumut, 红土坎, 1
    Gopeng, 务边, 1
    Bagan Serai, 峇眼色海, 1
    Kamunting, 甘文丁, 1`,
  SBH: `Kota Kinabalu, 亚庇, 12
    Sandakan, 山打根, 7
    Tawau, 斗湖, 7
    Penampang, 兵南邦, 4
    Lahad Datu, 拿笃, 3
    Keningau, 根地咬, 3
    Putatan, 布达丹, 2
    Semporna, 仙本那, 2
    Papar, 吧巴, 1
    Tuaran, 斗亚兰, 1
    Ranau, 兰瑙, 1
    Kudat, 古达, 1
    Beaufort, 保佛, 2
    Kota Belud, 古打毛律, 1
    Inanam, 下南南, 1`,
  SEL: `SS2, 八打灵再也 SS2, 1, Petaling Jaya, 47300, 3.118, 101.622
    Petaling Jaya, 八打灵再也, 18
    Subang SS15, 梳邦再也 SS15, 1, Subang Jaya, 47500, 3.076, 101.588
    Subang Jaya, 梳邦再也, 12
    Shah Alam, 莎阿南, 16
    Klang, 巴生, 16
    Pelabuhan Klang, 巴生港口, 4
    Puchong, 蒲种, 10
    Kajang, 加影, 8
    Bandar Baru Bangi, 万宜新镇, 5
    Rawang, 万挠, 6
    Cyberjaya, 赛城, 3
    Ampang, 安邦, 6
    Batu Caves, 黑风洞, 5
    Seri Kembangan, 史里肯邦安, 5
    Semenyih, 士毛月, 4
    Sungai Buloh, 双溪毛糯, 4
    Bandar Puncak Alam, 本查阿南, 3
    Banting, 万津, 3
    Sepang, 雪邦, 2
    Kuala Selangor, 瓜拉雪兰莪, 2
    Sekinchan, 适耕庄, 1
    Sabak Bernam, 沙白安南, 1
    Kuala Kubu Baru, 新古毛, 1
    Serendah, 双文丹, 2
    Dengkil, 龙溪, 1`,
  SWK: `Kuching, 古晋, 17
    Miri, 美里, 8
    Sibu, 诗巫, 8
    Bintulu, 民都鲁, 6
    Kota Samarahan, 三马拉汉, 4
    Sarikei, 泗里街, 2
    Sri Aman, 斯里阿曼, 2
    Serian, 西连, 2
    Limbang, 林梦, 2
    Lawas, 老越, 1
    Mukah, 沐胶, 1
    Kapit, 加帛, 1
    Betong, 木中, 1
    Bau, 石隆门, 1`,
  TRG: `Kuala Terengganu, 瓜拉登嘉楼, 9
    Cukai, 朱盖, 4
    Dungun, 龙运, 3
    Kerteh, 居茶, 1
    Marang, 马江, 1
    Jerteh, 日底, 2
    Kuala Besut, 瓜拉勿述, 1
    Paka, 北加, 1
    Kuala Berang, 瓜拉柏朗, 2`,
};

function parsePlace(line: string): OutletPlace {
  const [name = '', zh = '', outlets, town = name, postcode = null, lat, lng] = line
    .split(',')
    .map((each) => each.trim());
  const position = lng === undefined ? null : { lat: Number(lat), lng: Number(lng) };
  return { name, zh, outlets: Number(outlets), town, postcode, position };
}

/** The places of a state by its code. */
export const OUTLET_PLACES: Readonly<Record<string, readonly OutletPlace[]>> = Object.fromEntries(
  Object.entries(PLACE_LISTS).map(([code, lines]) => [code, lines.split('\n').map(parsePlace)]),
);
