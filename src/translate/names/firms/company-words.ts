/** What Japanese firms are called behind their own name, as they write it in English. */
export const JAPANESE_TRADES: ReadonlyMap<string, string> = pairs(
  `製作所=Seisakusho 工業=Kogyo 興業=Kogyo 商事=Shoji 産業=Sangyo 物産=Bussan 興産=Kosan 商会=Shokai 商店=Shoten 通商=Tsusho 工務店=Komuten
  技研=Giken 精機=Seiki 精工=Seiko 工機=Koki 計測=Keisoku 計器=Keiki 化成=Kasei 電工=Denko 酒造=Shuzo 建設=Construction 電機=Denki
  電気=Denki 電器=Denki 食品=Foods 銀行=Bank 製薬=Pharmaceutical 薬品=Pharmaceutical 不動産=Real_Estate 印刷=Printing 運輸=Transport
  運送=Transport 海運=Shipping 物流=Logistics 倉庫=Warehouse 造船=Shipbuilding 重工業=Heavy_Industries 重工=Heavy_Industries
  重機=Heavy_Machinery 化学=Chemical 化粧品=Cosmetics 出版=Publishing 機械=Machinery 電子=Electronics 精密=Precision 光学=Optical
  計測器=Measuring_Instruments 測器=Instruments 電線=Electric_Wire 電力=Electric_Power 金属=Metal 製鉄=Steel 製鋼=Steel 鉄鋼=Steel
  製紙=Paper 木材=Lumber 建材=Building_Materials 家具=Furniture 包装=Packaging 容器=Container 醸造=Brewing 水産=Fisheries 製菓=Confectionery
  製粉=Flour_Milling 乳業=Dairy 農機=Agricultural_Machinery 種苗=Seed 織物=Textile 繊維=Textile 紡績=Spinning 染色=Dyeing 硝子=Glass
  塗料=Paint 貿易=Trading 証券=Securities 石油=Oil 楽器=Musical_Instruments 玩具=Toys 設計=Sekkei 工具=Tools 鋳造=Foundry 鍛造=Forging
  システムズ=Systems システム=System ホールディングス=Holdings グループ=Group テクノロジーズ=Technologies テクノロジー=Technology
  サービス=Service フーズ=Foods フード=Food エンジニアリング=Engineering テック=Tech ソリューションズ=Solutions デザイン=Design
  トレーディング=Trading ロジスティクス=Logistics コンサルティング=Consulting コンサルタント=Consultants エレクトロニクス=Electronics
  セラミックス=Ceramics ケミカル=Chemical メディカル=Medical ハウジング=Housing インテリア=Interior エステート=Estate リース=Leasing
  モーターズ=Motors ボイラー=Boiler センサー=Sensor パッケージ=Packaging バルブ=Valve バイオ=Bio`,
);

/** Trades as Japanese firms spell them, which nobody is called. */
export const ROMANISED_TRADES: ReadonlySet<string> = new Set(
  `Seisakusho Kogyo Sangyo Bussan Kosan Shokai Shoten Tsusho Komuten Giken Seiki Keisoku Keiki Kasei Denko Shuzo Denki Kinzoku Kaiun
  Kensetsu Unyu Insatsu Seiyaku Yakuhin Kagaku Kikai Denshi Seimitsu Kogaku Shokuhin Jidosha Mokuzai Seishi Suisan Boeki Shoken Sekiyu
  Tetsudo Zosen Kosakusho Sekkei Unso Butsuryu Seihin Jukogyo Kosho Kako Gomu Garasu Kizai Hanbai`
    .trim()
    .split(/\s+/),
);
/** Given names too: only of firms that say that they are. */
export const ROMANISED_TRADES_OR_NAMES: ReadonlySet<string> = new Set(
  'Shoji Seiko Koki Seika Soko'.split(' '),
);

/** Places and words that Japanese firms are named after, where they are read in one way. */
export const JAPANESE_PARTS: ReadonlyMap<string, string> = pairs(
  `北陸=Hokuriku 関東=Kanto 関西=Kansai 東北=Tohoku 北海道=Hokkaido 九州=Kyushu 北九州=Kitakyushu 四国=Shikoku 中部=Chubu 東海=Tokai 近畿=Kinki
  山陽=Sanyo 山陰=Sanin 瀬戸内=Setouchi 信州=Shinshu 東京=Tokyo 大阪=Osaka 京都=Kyoto 名古屋=Nagoya 横浜=Yokohama 神戸=Kobe 福岡=Fukuoka
  札幌=Sapporo 仙台=Sendai 広島=Hiroshima 新潟=Niigata 金沢=Kanazawa 富山=Toyama 静岡=Shizuoka 長野=Nagano 青森=Aomori 秋田=Akita 岩手=Iwate
  山形=Yamagata 茨城=Ibaraki 栃木=Tochigi 群馬=Gunma 埼玉=Saitama 千葉=Chiba 神奈川=Kanagawa 山梨=Yamanashi 岐阜=Gifu 愛知=Aichi 三重=Mie
  滋賀=Shiga 兵庫=Hyogo 奈良=Nara 和歌山=Wakayama 鳥取=Tottori 島根=Shimane 岡山=Okayama 徳島=Tokushima 香川=Kagawa 愛媛=Ehime 高知=Kochi
  佐賀=Saga 長崎=Nagasaki 熊本=Kumamoto 大分=Oita 宮崎=Miyazaki 鹿児島=Kagoshima 沖縄=Okinawa 川崎=Kawasaki 浜松=Hamamatsu 姫路=Himeji
  倉敷=Kurashiki 函館=Hakodate 旭川=Asahikawa 宇都宮=Utsunomiya 高崎=Takasaki 前橋=Maebashi 長岡=Nagaoka 豊橋=Toyohashi 四日市=Yokkaichi
  尼崎=Amagasaki 湘南=Shonan 房総=Boso 武蔵=Musashi 相模=Sagami 駿河=Suruga 遠州=Enshu 三河=Mikawa 尾張=Owari 美濃=Mino 飛騨=Hida
  越前=Echizen 越後=Echigo 能登=Noto 丹波=Tamba 播磨=Harima 淡路=Awaji 備前=Bizen 伊予=Iyo 讃岐=Sanuki 土佐=Tosa 肥後=Higo 薩摩=Satsuma
  出雲=Izumo 石見=Iwami 近江=Omi 伊勢=Ise 伊豆=Izu 津軽=Tsugaru 西部=Seibu 西武=Seibu 東武=Tobu 京浜=Keihin 阪神=Hanshin 阪急=Hankyu
  南海=Nankai 中央=Chuo 中外=Chugai 内外=Naigai 国際=Kokusai 帝国=Teikoku 千代田=Chiyoda 高千穂=Takachiho 第一=Daiichi 共同=Kyodo
  協同=Kyodo 協和=Kyowa 共和=Kyowa 協栄=Kyoei 共栄=Kyoei 共立=Kyoritsu 協立=Kyoritsu 昭和=Showa 昭栄=Shoei 明治=Meiji 明和=Meiwa 明光=Meiko
  大正=Taisho 大成=Taisei 大栄=Daiei 大同=Daido 大東=Daito 大洋=Taiyo 太陽=Taiyo 太平洋=Taiheiyo 平和=Heiwa 三和=Sanwa 三協=Sankyo 三光=Sanko
  三栄=Sanei 三洋=Sanyo 三陽=Sanyo 東和=Towa 東亜=Toa 東洋=Toyo 東陽=Toyo 東邦=Toho 東栄=Toei 東光=Toko 日進=Nisshin 日新=Nisshin
  日東=Nitto 北斗=Hokuto 北辰=Hokushin 北星=Hokusei 北陽=Hokuyo 北越=Hokuetsu 光洋=Koyo 光陽=Koyo 新光=Shinko 新栄=Shinei 新和=Shinwa
  信和=Shinwa 星和=Seiwa 清和=Seiwa 誠和=Seiwa 成和=Seiwa 栄光=Eiko 永和=Eiwa 丸善=Maruzen 丸和=Maruwa 丸栄=Maruei 富士=Fuji 不二=Fuji
  朝日=Asahi 旭=Asahi 常盤=Tokiwa 双葉=Futaba 若葉=Wakaba 曙=Akebono`,
);

/** What Chinese firms do; it stands behind their own name. */
export const CHINESE_TRADES: ReadonlyMap<string, string> = new Map([
  ['进出口', 'Import & Export'],
  ['房地产', 'Real Estate'],
  ['科技', 'Technology'],
  ['技术', 'Technology'],
  ['贸易', 'Trading'],
  ['电子', 'Electronics'],
  ['网络', 'Network'],
  ['信息', 'Information'],
  ['软件', 'Software'],
  ['实业', 'Industrial'],
  ['工业', 'Industry'],
  ['集团', 'Group'],
  ['投资', 'Investment'],
  ['建设', 'Construction'],
  ['建筑', 'Construction'],
  ['工程', 'Engineering'],
  ['文化', 'Culture'],
  ['传媒', 'Media'],
  ['食品', 'Foods'],
  ['医药', 'Pharmaceutical'],
  ['制药', 'Pharmaceutical'],
  ['生物', 'Biological'],
  ['化工', 'Chemical'],
  ['机械', 'Machinery'],
  ['汽车', 'Automobile'],
  ['物流', 'Logistics'],
  ['服务', 'Service'],
  ['咨询', 'Consulting'],
  ['国际', 'International'],
  ['制造', 'Manufacturing'],
  ['能源', 'Energy'],
  ['环保', 'Environmental Protection'],
  ['教育', 'Education'],
  ['旅游', 'Travel'],
  ['服装', 'Clothing'],
  ['家具', 'Furniture'],
  ['印刷', 'Printing'],
  ['材料', 'Materials'],
  ['设备', 'Equipment'],
  ['发展', 'Development'],
  ['控股', 'Holdings'],
  ['商贸', 'Trading'],
  ['电器', 'Electric'],
  ['五金', 'Hardware'],
  ['纺织', 'Textile'],
  ['塑料', 'Plastics'],
  ['橡胶', 'Rubber'],
  ['化学', 'Chemical'],
  ['钢铁', 'Iron & Steel'],
  ['金属', 'Metal'],
  ['光电', 'Optoelectronics'],
  ['半导体', 'Semiconductor'],
  ['通信', 'Communications'],
  ['通讯', 'Communications'],
  ['电力', 'Electric Power'],
  ['电气', 'Electric'],
  ['仪器', 'Instruments'],
  ['精密', 'Precision'],
  ['模具', 'Mould'],
  ['包装', 'Packaging'],
  ['酒店', 'Hotel'],
  ['餐饮', 'Catering'],
  ['农业', 'Agriculture'],
  ['医疗', 'Medical'],
  ['广告', 'Advertising'],
  ['设计', 'Design'],
  ['装饰', 'Decoration'],
  ['租赁', 'Leasing'],
  ['保险', 'Insurance'],
  ['证券', 'Securities'],
  ['航空', 'Aviation'],
  ['货运', 'Freight'],
  ['供应链', 'Supply Chain'],
  ['玩具', 'Toys'],
  ['化妆品', 'Cosmetics'],
  ['饮料', 'Beverage'],
  ['自动化', 'Automation'],
  ['智能', 'Intelligent'],
  ['仓储', 'Warehousing'],
  ['照明', 'Lighting'],
  ['陶瓷', 'Ceramics'],
  ['玻璃', 'Glass'],
  ['物业', 'Property'],
  ['管理', 'Management'],
]);

/** Towns and provinces before the name of a Chinese firm. */
export const CHINESE_PLACES: ReadonlySet<string> = new Set(
  `北京 上海 天津 重庆 广州 深圳 杭州 南京 苏州 成都 武汉 西安 青岛 大连 厦门 宁波 无锡 长沙 郑州 济南 沈阳 合肥 福州 昆明 东莞 佛山 珠海 中国
  广东 江苏 浙江 山东 四川 湖北 湖南 福建 河南 河北 安徽 辽宁 云南 陕西 江西`.split(/\s+/),
);

/** 建設=Construction 不動産=Real_Estate */
function pairs(written: string): ReadonlyMap<string, string> {
  return new Map(
    written.split(/\s+/).map((pair): [string, string] => {
      const [word = '', latin = ''] = pair.split('=');
      return [word, latin.replaceAll('_', ' ')];
    }),
  );
}
