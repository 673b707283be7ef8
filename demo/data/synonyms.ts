/**
 * What Malaysian shoppers call groceries: English, Malay and Chinese, with what is said in the kitchen and at the
 * market (docs/ux.md#rule-14). One line is one meaning, its terms parted by `=`; whichever is searched for, products
 * that say any of them are found. Singular and plural, case and accents, traditional and simplified characters are the
 * same to the search and are written once. Words that have a second meaning of their own stand with the word that
 * settles it.
 */

const lines = `
instant noodles = instant mee = mee segera = mi segera = maggi = maggi mee = ramen = ramyeon = cup noodles = mee cawan = 快熟面 = 方便面 = 泡面 = 即食面 = 速食面 = 快速面 = 公仔面 = 即煮面 = 拉面 = 杯面
noodles = mee = mi = mie = 面条 = 面食 = 面线
yellow noodles = mee kuning = hokkien mee = 福建面 = 黄面
fried noodles = mi goreng = mee goreng = 炒面 = 捞面 = 干捞面
prawn mee = prawn noodles = mee udang = har mee = 虾面
curry noodles = curry mee = mee kari = maggi kari = 咖喱面 = 咖哩面
laksa = 叻沙 = 辣沙 = 喇沙
asam laksa = assam laksa = 亚参叻沙 = 阿三叻沙
curry laksa = laksa kari = laksa lemak = nyonya laksa = 咖哩叻沙 = 咖喱叻沙
rice vermicelli = vermicelli = bihun = beehoon = bee hoon = mihun = meehoon = mee hoon = 米粉 = 米线
flat rice noodles = kuey teow = koay teow = kway teow = kuetiau = kwetiau = hor fun = 粿条 = 河粉
glass noodles = suhun = sohun = tang hoon = tanghoon = tunghoon = 冬粉 = 粉丝
pasta = spaghetti = spageti = macaroni = makaroni = 意大利面 = 意粉 = 通心粉
rice = beras = nasi = 白米 = 大米 = 米饭 = 香米
fragrant rice = jasmine rice = beras wangi = 香米 = 茉莉香米 = 泰国香米
basmati = basmati rice = basmathi = beras basmati = 印度香米 = 巴斯马蒂
brown rice = beras perang = unpolished rice = 糙米
white rice = beras putih = local rice = beras tempatan = beras super = 本地白米
glutinous rice = sticky rice = pulut = beras pulut = 糯米
flour = tepung = tepung gandum = wheat flour = 面粉
rice flour = tepung beras = 粘米粉
tapioca flour = tapioca starch = tepung ubi kayu = tepung ubi = 木薯粉
cornflour = corn flour = corn starch = tepung jagung = 玉米粉 = 粟粉
oats = oat = rolled oats = oatmeal = quaker = 燕麦 = 燕麦片 = 麦片
cereal = bijirin = breakfast cereal = bijirin sarapan = 谷类 = 麦片 = 早餐谷物
cereal drink = nestum = minuman bijirin = oat drink = 麦片饮料
corn flakes = cornflakes = emping jagung = 玉米片 = 粟米片 = 玉米脆片
muesli = granola = 水果麦片 = 格兰诺拉 = 什锦麦片
bread = roti = loaf = toast = 面包 = 吐司 = 土司 = 多士
white bread = sandwich loaf = sandwich bread = roti putih = roti sandwich = 白面包 = 三文治面包
wholemeal = wholemeal bread = whole wheat bread = wholegrain bread = brown bread = roti gandum = roti wholemeal = roti penuh = 全麦面包 = 全麦 = 麦包
bun = buns = ban = roti ban = 小面包 = 面包包点
coconut buns = roti kelapa = roti inti kelapa = 椰丝面包 = 椰渣面包
pau = bao = steamed buns = kuih pau = siopao = 包子 = 包点 = 豆沙包 = 大包
red bean = kacang merah = azuki = adzuki = 红豆 = 豆沙
paratha = parata = prata = roti canai = roti prata = canai = 印度煎饼 = 拉茶煎饼 = 煎饼
sandwich spread = spread = sapuan = 抹酱
kaya = coconut jam = seri kaya = srikaya = 咖椰 = 咖央 = 加央 = 咖椰酱 = 椰酱
jam = jem = fruit jam = 果酱
pineapple jam = jem nanas = inti nanas = 黄梨果酱 = 黄梨酱 = 凤梨果酱
peanut butter = mentega kacang = jem kacang = 花生酱 = 花生牛油
honey = madu = madu lebah = 蜂蜜 = 蜜糖 = 蜜蜂糖
kelulut honey = madu kelulut = stingless bee honey = trigona honey = 银蜂蜂蜜 = 银蜂 = 无刺蜂蜂蜜
butter = mentega = 牛油 = 黄油 = 奶油
margarine = marjerin = planta = 人造牛油 = 菜油
cheese = keju = 芝士 = 起司 = 奶酪 = 乳酪
cheddar = keju cheddar = cheese slices = sliced cheese = keju hiris = 切达芝士 = 芝士片 = 车打芝士
dairy = tenusu = produk tenusu = dairy products = milk & yogurt = 乳制品 = 奶制品 = 牛奶优格
milk = susu = susu lembu = cow milk = 牛奶 = 鲜奶 = 鲜牛奶 = 奶类
fresh milk = susu segar = full cream milk = susu penuh krim = whole milk = 鲜奶 = 全脂鲜奶 = 全脂牛奶
low fat milk = susu rendah lemak = skim milk = skimmed milk = susu skim = 低脂牛奶 = 低脂奶 = 脱脂奶
uht milk = uht = long life milk = susu uht = 常温奶 = 保久奶 = 保久乳
milk powder = powdered milk = susu tepung = 奶粉
condensed milk = susu pekat = susu pekat manis = 炼奶 = 炼乳
evaporated milk = susu cair = susu sejat = 淡奶
soy milk = soya milk = soybean milk = soy drink = soya drink = soya bean drink = susu soya = air soya = air tauhu = tau huey chui = 豆浆 = 豆奶 = 豆浆水 = 豆水
yogurt = yoghurt = yogurt drink = dadih = tairu = 优格 = 酸奶 = 优酪乳 = 乳酸
greek yogurt = greek yoghurt = yogurt greek = 希腊优格 = 希腊酸奶
cream = krim = whipping cream = 淡奶油 = 鲜奶油
egg = telur = telur ayam = chicken egg = eggs = 鸡蛋 = 蛋类 = 鸡卵
salted egg = telur masin = 咸蛋
omega egg = telur omega = 奥米加鸡蛋 = 欧米茄鸡蛋 = omega 3 eggs
tofu = tauhu = taufu = beancurd = bean curd = tahu = tau foo = taukwa = 豆腐 = 豆干 = 板豆腐
silken tofu = soft tofu = tauhu lembut = tauhu sutera = japanese tofu = 嫩豆腐 = 滑豆腐 = 水豆腐
firm tofu = hard tofu = tauhu keras = tau kwa = 硬豆腐 = 老豆腐 = 豆腐干
tempeh = tempe = 天贝 = 丹贝 = 黄豆饼
soybean = soya bean = kacang soya = kacang soy = 黄豆 = 大豆
bean sprouts = taugeh = tauge = 豆芽
chicken = ayam = daging ayam = 鸡肉 = 鸡块
chicken nuggets = nuggets = nugget = naget = nuget ayam = 鸡块 = 炸鸡块 = 麦乐鸡
meat = daging = 肉类
beef = lembu = daging lembu = 牛肉
mutton = lamb = kambing = daging kambing = 羊肉
duck = itik = 鸭肉
pork = babi = khinzir = 猪肉
jerky = dendeng = bak kwa = bakkwa = rou gan = daging kering = 肉干 = 鸡肉干 = 素肉干
sausage = sosej = hot dog = frankfurter = 香肠 = 腊肠 = 热狗
burger = burger patty = daging burger = 汉堡 = 汉堡包
fish = ikan = 鱼类 = 鱼肉 = 鲜鱼
anchovy = anchovies = ikan bilis = ikanbilis = dried anchovy = 江鱼仔 = 江鱼 = 公鱼仔 = 小鱼干 = 鳀鱼
sardines = sardine = sardin = ikan sardin = 沙丁鱼 = 沙甸鱼
tuna = ikan tuna = tongkol = skipjack = 吞拿鱼 = 金枪鱼 = 鲔鱼
salmon = ikan salmon = 三文鱼 = 鲑鱼
mackerel = kembung = ikan kembung = tenggiri = 马鲛鱼 = 甘望鱼 = 鲭鱼
fish balls = fishball = bebola ikan = 鱼丸 = 鱼圆 = 鱼蛋
fish cake = fishcake = kek ikan = otak otak = 鱼饼 = 乌达
prawn = prawns = shrimp = shrimps = udang = 虾仁 = 鲜虾 = 大虾 = 虾子
squid = sotong = cuttlefish = 鱿鱼 = 苏东
crab = ketam = kepiting = crabstick = 螃蟹 = 蟹肉 = 蟹柳
seafood = makanan laut = hasil laut = 海鲜 = 海产
dumplings = dumpling = gyoza = jiaozi = wonton = ladu = 水饺 = 饺子 = 云吞 = 馄饨 = 锅贴
frozen food = makanan sejuk beku = makanan beku = frozen = sejuk beku = beku = 冷冻食品 = 冷冻 = 急冻食品 = 速冻食品
mixed vegetables = frozen vegetables = sayur campur = sayur beku = 冷冻杂菜 = 杂菜 = 什锦蔬菜 = 三色菜
french fries = fries = kentang goreng = 薯条
steamboat = hotpot = hot pot = lok lok = 火锅 = 围炉
vegetables = veggies = veggie = vegetable = greens = sayur = sayuran = sayur sayuran = 蔬菜 = 青菜 = 菜类
water spinach = kangkung = kangkong = morning glory = ong choy = 蕹菜 = 空心菜 = 通菜 = 瓮菜
choy sum = choi sum = sawi = mustard greens = cai xin = sayur sawi = 菜心 = 菜芯 = 芥菜
okra = lady's finger = ladies finger = ladyfinger = bendi = kacang bendi = bhindi = 羊角豆 = 秋葵
tomato = tomatoes = tomato segar = 番茄 = 西红柿 = 蕃茄
chilli = chili = chilies = chillies = cili = cabai = lada = 辣椒
bird's eye chilli = cili padi = cili api = chili padi = cabai rawit = thai chilli = 指天椒 = 小辣椒 = 朝天椒 = 小米椒
spinach = bayam = 菠菜 = 苋菜
cabbage = kubis = kobis = 包菜 = 卷心菜 = 高丽菜
cauliflower = kubis bunga = 花菜 = 花椰菜
broccoli = brokoli = 西兰花 = 青花菜
carrot = lobak merah = karot = 红萝卜 = 胡萝卜
radish = daikon = lobak putih = 白萝卜 = 萝卜
cucumber = timun = 黄瓜 = 青瓜
eggplant = aubergine = brinjal = terung = 茄子 = 矮瓜
pumpkin = labu = 南瓜 = 金瓜
corn = jagung = sweetcorn = sweet corn = maize = 玉米 = 粟米
potato = potatoes = kentang = ubi kentang = 马铃薯 = 土豆 = 薯仔
sweet potato = ubi keledek = keledek = 番薯 = 地瓜 = 红薯
cassava = tapioca = ubi kayu = ubi = 木薯
onion = bawang = bawang besar = bawang merah = shallot = 洋葱 = 大葱 = 小葱头 = 红葱头
garlic = bawang putih = 蒜头 = 大蒜 = 蒜米
ginger = halia = bentong ginger = halia bentong = 姜糖 = 文冬姜 = 生姜 = 老姜
lemongrass = lemon grass = serai = sereh = 香茅
pandan = pandan leaf = daun pandan = screwpine = 班兰 = 班兰叶 = 斑兰 = 香兰 = 香兰叶
curry leaf = curry leaves = daun kari = 咖喱叶 = 咖哩叶
turmeric = kunyit = 黄姜 = 姜黄
tamarind = asam jawa = asam keping = 亚参 = 阿参 = 罗望子
coriander = daun ketumbar = ketumbar = 芫荽 = 香菜
mushroom = mushrooms = cendawan = kulat = 蘑菇 = 香菇 = 冬菇 = 菇类
button mushrooms = cendawan butang = canned mushrooms = cendawan tin = 罐头蘑菇 = 洋菇 = 白蘑菇
fruit = fruits = buah = buah buahan = 水果 = 鲜果
banana = bananas = pisang = pisang berangan = pisang emas = 香蕉 = 大蕉
watermelon = tembikai = semangka = 西瓜 = 无籽西瓜
guava = jambu = jambu batu = 番石榴 = 芭乐
papaya = betik = sekaki = pepaya = 木瓜
apple = apples = epal = 苹果 = 红苹果
orange = oranges = oren = limau = 橙子 = 柳橙 = 橘子 = 柑橘
lime = limau nipis = limau kasturi = calamansi = kalamansi = kasturi = 酸柑 = 青柠 = 桔子 = 酸桔 = 柠檬
lemon = lemon segar = 柠檬 = 西柠
mango = mangga = mempelam = 芒果 = 檬果
pineapple = nanas = nenas = 黄梨 = 凤梨 = 菠萝
durian = durian musang king = musang king = mao shan wang = 榴梿 = 榴莲 = 猫山王
jackfruit = nangka = cempedak = 菠萝蜜 = 波罗蜜 = 尖不辣
coconut = kelapa = nyiur = 椰子 = 椰香 = 椰丝 = 椰肉
grapes = grape = anggur = 葡萄 = 提子
strawberry = strawberi = 草莓 = 士多啤梨
rambutan = 红毛丹
mangosteen = manggis = 山竹
dragon fruit = buah naga = pitaya = 火龙果
dates = kurma = tamar = 枣子 = 椰枣 = 蜜枣
raisins = kismis = 葡萄干 = 提子干
dried fruit = buah kering = buah buahan kering = 果干 = 干果 = 水果干
dried mango = mangga kering = 芒果干
dried jackfruit = nangka kering = kerepek nangka = 菠萝蜜干
nuts = kacang = nut = kekacang = 坚果 = 果仁 = 豆类
peanut = peanuts = groundnut = groundnuts = kacang tanah = kacang goreng = 花生 = 土豆仁
cashew = cashews = cashew nuts = gajus = kacang gajus = kacang gajus masin = 腰果 = 腰豆
almond = almonds = badam = kacang badam = 杏仁 = 扁桃仁
walnut = walnuts = 核桃
pistachio = pistachios = pistasio = 开心果
mixed nuts = kacang campur = trail mix = 综合坚果 = 什锦果仁 = 混合坚果
seeds = biji bijian = sunflower seeds = kuaci = 瓜子 = 葵花籽 = 种子
sesame = bijan = 芝麻
snacks = snack = snek = makanan ringan = jajan = titbits = junk food = 零食 = 小吃 = 点心
chips = crisps = kerepek = potato chips = kerepek kentang = 薯片 = 脆片 = 薯片脆片
cassava chips = tapioca chips = kerepek ubi = kerepek ubi kayu = cassava crackle = 木薯片 = 木薯脆片
tapioca sticks = batang ubi = ubi stik = 木薯条
banana chips = kerepek pisang = 香蕉脆片 = 香蕉片 = 香蕉干
keropok = kerepok = keropok ikan = fish crackers = keropok lekor = 鱼饼 = 鱼片 = 鱼肉脆饼
prawn crackers = keropok udang = shrimp crackers = krupuk = 虾饼 = 虾片 = 龙虾片
murukku = muruku = chakli = 姆鲁古 = 印度姆鲁古
seaweed = rumpai laut = nori = laver = 紫菜 = 海苔 = 海带 = 海藻
popcorn = bertih jagung = pop corn = 爆米花 = 爆谷 = 玉米花
cookies = cookie = kuki = biskut = biskut raya = 曲奇 = 曲奇饼
biscuits = biscuit = biskut = 饼干
cream crackers = crackers = cracker = biskut krim = biskut tawar = biskut kering = soda crackers = 苏打饼干 = 梳打饼 = 苏打饼 = 克力架
wafer = wafers = wafel = 威化 = 威化饼 = 华夫饼
pineapple tarts = pineapple tart = tart nanas = tat nanas = kuih tart = 黄梨挞 = 黄梨酥 = 凤梨酥 = 黄梨塔
almond london = biskut almond london = 杏仁巧克力曲奇
kuih kapit = kuih sepit = love letters = love letter = kuih belanda = 番婆饼 = 蜂窝饼 = 鸡蛋卷 = 情书饼
kuih = kueh = kuih muih = 糕点 = 娘惹糕
raya cookies = kuih raya = cny cookies = festive cookies = 年饼 = 佳节 = 新年饼
cake = kek = 蛋糕
chocolate = choc = coklat = cokelat = cocoa = koko = 巧克力 = 朱古力 = 可可
dark chocolate = coklat hitam = coklat gelap = 黑巧克力 = 黑朱古力
candy = candies = sweets = gula gula = lollies = 糖果 = 软糖 = 硬糖
gummies = gummy = gula getah = jelly sweets = 软糖 = 橡皮糖 = qq糖
ginger chews = ginger candy = gula gula halia = 姜糖
coffee candy = gula gula kopi = kopiko = 咖啡糖
sour plum = asam boi = asamboi = assam boi = seng boey = 酸梅 = 话梅 = 甘梅
chewing gum = gula getah kunyah = 口香糖
jelly = agar agar = jeli = agar = 果冻 = 燕菜 = 菜燕
sugar = gula = gula pasir = 白糖 = 砂糖 = 细砂糖
palm sugar = gula melaka = gula apong = gula kabung = coconut sugar = nira = 椰糖 = 马六甲椰糖 = 棕榈糖
low sugar = less sugar = kurang manis = kurang gula = rendah gula = sugar free = tanpa gula = 低糖 = 少糖 = 减糖 = 无糖
salt = garam = sea salt = garam laut = 食盐 = 海盐 = 盐巴
pepper = lada hitam = lada putih = black pepper = white pepper = 胡椒 = 黑胡椒 = 胡椒粉
vinegar = cuka = 白醋 = 醋类
sauce = sauces = sos = 酱料 = 调味酱
soy sauce = soya sauce = kicap = 酱油 = 酱青 = 豉油 = 生抽
light soy sauce = kicap cair = kicap masin = 酱青 = 生抽
thick soy sauce = dark soy sauce = kicap pekat = kicap manis = kicap lemak = caramel sauce = kicap karamel = 晒油 = 老抽 = 黑酱油 = 甜酱油
oyster sauce = sos tiram = 蚝油
fish sauce = sos ikan = budu = nam pla = 鱼露
chilli sauce = chili sauce = sos cili = sambal botol = sriracha = 辣椒酱 = 辣酱 = 辣椒汁
tomato sauce = ketchup = sos tomato = catsup = 番茄酱 = 茄汁 = 番茄沙司
mayonnaise = mayonis = mayo = 蛋黄酱 = 美乃滋
sambal = sambal tumis = 参巴 = 三巴 = 叁巴
belacan = belachan = shrimp paste = prawn paste = terasi = 峇拉煎 = 马拉煎 = 巴拉煎 = 虾膏 = 虾酱
rendang = rendang paste = perencah rendang = 仁当 = 冷当
curry = kari = gulai = 咖哩 = 咖喱
curry powder = serbuk kari = rempah kari = 咖哩粉 = 咖喱粉
spices = spice = rempah = rempah ratus = herbs = perencah = 香料 = 调味料 = 佐料
cooking paste = paste = pes = pes masakan = 酱料 = 料理酱 = 煮酱
stock cube = kiub = stok = bouillon = pati ayam = 鸡精块 = 高汤 = 上汤
satay = sate = satey = kuah kacang = 沙爹
cooking oil = oil = minyak masak = minyak = palm oil = minyak sawit = vegetable oil = minyak sayuran = 食油 = 食用油 = 棕油 = 菜油 = 生油
sunflower oil = minyak bunga matahari = 葵花籽油 = 葵花油 = 向日葵油
olive oil = extra virgin olive oil = minyak zaitun = 橄榄油
coconut oil = minyak kelapa = 椰子油 = 椰油
sesame oil = minyak bijan = 麻油 = 芝麻油
ghee = minyak sapi = 酥油 = 印度酥油
coconut milk = santan = santan kelapa = coconut cream = krim kelapa = pati santan = 椰浆 = 椰奶
coconut water = air kelapa = air nyiur = 椰子水 = 椰水
canned food = tinned food = makanan dalam tin = makanan tin = canned = tinned = 罐头 = 罐头食品 = 罐头食物
baked beans = kacang panggang = kacang dalam tin = beans in tomato sauce = 茄汁焗豆 = 焗豆 = 茄汁豆
luncheon meat = spam = daging luncheon = 午餐肉
drinks = drink = beverages = beverage = minuman = 饮料 = 饮品
soft drinks = soda = fizzy drink = carbonated drink = air gas = minuman berkarbonat = minuman bergas = fizz = coke = cola = pop = 汽水 = 碳酸饮料 = 可乐
juice = jus = juices = fruit juice = jus buah = 果汁
barley drink = barley = barley water = air barli = barli = 薏米水 = 薏米 = 薏仁水
rose syrup = air bandung = bandung = sirap ros = sirap = sirap bandung = air sirap = rose cordial = 玫瑰糖浆 = 玫瑰露 = 万冬 = 糖浆
cordial = kordial = syrup = sirap = 糖浆 = 浓缩果汁
mineral water = drinking water = air mineral = air minuman = air masak = 矿泉水 = 饮用水 = 蒸馏水
isotonic drink = isotonik = sports drink = 100plus = 等渗饮料 = 运动饮料
coffee = kopi = 咖啡
white coffee = kopi putih = ipoh white coffee = 白咖啡 = 怡保白咖啡
black coffee = kopi o = kopi o kosong = kopi hitam = kopi kaw = kopi tiam coffee = 咖啡乌 = 黑咖啡 = 乌咖啡
tea = teh = 茶叶 = 茶包 = 茶类 = 红茶
black tea = tea bags = teh o = teh hitam = teh uncang = uncang teh = boh tea = 红茶 = 红茶包 = 茶包
teh tarik = pulled tea = milk tea = teh susu = 拉茶 = 奶茶
green tea = teh hijau = 绿茶
chrysanthemum tea = chrysanthemum = teh bunga = teh bunga kekwa = air bunga kekwa = 菊花茶 = 菊花
chocolate malt drink = milo = malt drink = minuman malt = 美禄 = 麦芽饮料
3 in 1 = 3in1 = three in one = tiga dalam satu = 三合一
ice cream = aiskrim = ais krim = icecream = es krim = 冰淇淋 = 雪糕 = 冰激凌 = 冰琪淋
ice pops = popsicle = ice lolly = aiskrim batang = aiskrim potong = ice cream stick = 雪条 = 冰棒 = 冰棍
cones = cone = ice cream cone = kon aiskrim = 甜筒 = 脆皮雪糕
sorbet = sherbet = 雪葩 = 冰沙
cendol = chendol = cendul = 煎蕊 = 珍多 = 煎律
household = barangan rumah = keperluan rumah = home care = 家居用品 = 家用 = 日用品 = 生活用品
detergent = laundry liquid = laundry detergent = sabun basuh = sabun basuh baju = sabun baju = pencuci pakaian = detergen = washing powder = serbuk pencuci = sabun serbuk = 洗衣液 = 洗衣粉 = 洗衣剂 = 洗衣精
laundry = dobi = basuh baju = cucian = 洗衣
fabric softener = softener = softlan = pelembut = pelembut pakaian = 柔软剂 = 衣物柔顺剂 = 柔顺剂
dishwash = dishwashing liquid = dish soap = dishwasher liquid = washing up liquid = sabun pinggan = sabun basuh pinggan = pencuci pinggan = sabun cuci pinggan = 洗碗液 = 洗碗精 = 洗洁精
soap = sabun = body wash = 肥皂 = 香皂
hand soap = hand wash = sabun tangan = pencuci tangan = 洗手液
floor cleaner = pencuci lantai = sabun lantai = mop lantai = cecair mop = 地板清洁剂 = 拖地水 = 地板水
cleaning = cleaner = pembersih = pencuci = bahan pencuci = 清洁 = 清洁剂 = 清洁用品
bleach = peluntur = clorox = 漂白水 = 漂白剂
toilet cleaner = pencuci tandas = 洁厕剂 = 洁厕液
garbage bags = trash bags = rubbish bags = bin bags = bin liner = beg sampah = plastik sampah = 垃圾袋
insecticide = mosquito repellent = ubat nyamuk = racun serangga = 杀虫剂 = 蚊香
tissue = tisu = tissues = facial tissue = tisu muka = soft tissue = kleenex = 纸巾 = 面纸 = 面巾纸 = 抽纸
toilet paper = toilet roll = toilet rolls = bathroom tissue = bathroom roll = tisu tandas = tisu gulung = 卫生纸 = 卫生卷纸 = 厕纸 = 卷纸 = 厕所纸
kitchen towel = kitchen towels = paper towel = kitchen roll = tuala dapur = tisu dapur = 厨房纸巾 = 厨房纸 = 厨纸
pocket tissue = tisu poket = tisu saku = handkerchief tissue = 袋装纸巾 = 手帕纸 = 小包纸巾
wet wipes = wipes = baby wipes = wet tissue = tisu basah = 湿纸巾 = 湿巾 = 湿纸
diapers = nappies = pampers = lampin = lampin pakai buang = 纸尿片 = 尿布 = 尿片
sanitary pads = pads = tuala wanita = 卫生棉 = 卫生巾
shampoo = syampu = 洗发水 = 洗发精
toothpaste = ubat gigi = 牙膏
toothbrush = berus gigi = 牙刷
pet food = makanan kucing = makanan anjing = cat food = dog food = 猫粮 = 狗粮 = 宠物食品
battery = batteries = bateri = 电池
halal = halal certified = sijil halal = 清真
vegetarian = vege = makanan vegetarian = 素食 = 素 = 吃素
vegan = 全素 = 纯素
organic = organik = 有机
gluten free = glutenfree = bebas gluten = tanpa gluten = 无麸质 = 无筋
dairy free = non dairy = tanpa tenusu = bebas tenusu = lactose free = 无乳制品 = 无奶 = 无乳糖
nut free = tanpa kacang = bebas kacang = 无坚果
high protein = protein tinggi = tinggi protein = 高蛋白
mediterranean = mediterranean diet = diet mediterranean = 地中海饮食 = 地中海
red = merah = 红色
white = putih = 白色
spicy = pedas = hot and spicy = 香辣 = 麻辣 = 辣味 = 辣的
sweet = manis = 甜味 = 甜的
salty = savoury = savory = masin = 咸味 = 咸的
sour = asam = masam = 酸味 = 酸的
fresh = segar = 新鲜 = 生鲜
new = new arrival = new arrivals = baru = produk baru = 新品 = 新货 = 新到
best seller = bestseller = best selling = paling laris = terlaris = laris = 热卖 = 畅销 = 热销
bundle = combo = set = set jimat = pakej = value pack = 配套 = 套装 = 组合
voucher = gift voucher = gift card = baucar = baucer = kad hadiah = 礼券 = 购物券 = 礼卡 = 优惠券
hamper = hampers = gift set = hadiah = 礼篮 = 礼盒
breakfast = sarapan = sarapan pagi = 早餐 = 早点
kampung = village = 甘榜 = 乡村
bakery = kedai roti = 烘焙 = 面包店
chilled = sejuk = sejuk dingin = 冷藏 = 冰鲜
cooking ingredients = pantry = barangan kering = barang dapur = bahan masakan = dry goods = 干货 = 厨房干货 = 杂货
`;

/** Groups of terms that mean the same. */
export const synonyms: readonly (readonly string[])[] = lines
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => line.split('=').map((term) => term.trim()));
