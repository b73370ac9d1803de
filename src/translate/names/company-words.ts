/** What Japanese firms are called behind their own name, as they write it in English. */
export const JAPANESE_TRADES: ReadonlyMap<string, string> = new Map([
  ['製作所', 'Seisakusho'],
  ['工業', 'Kogyo'],
  ['商事', 'Shoji'],
  ['産業', 'Sangyo'],
  ['物産', 'Bussan'],
  ['商会', 'Shokai'],
  ['商店', 'Shoten'],
  ['工務店', 'Komuten'],
  ['建設', 'Construction'],
  ['電機', 'Electric'],
  ['電気', 'Electric'],
  ['食品', 'Foods'],
  ['銀行', 'Bank'],
  ['製薬', 'Pharmaceutical'],
  ['不動産', 'Real Estate'],
  ['印刷', 'Printing'],
  ['運輸', 'Transport'],
  ['化学', 'Chemical'],
  ['出版', 'Publishing'],
  ['機械', 'Machinery'],
  ['電子', 'Electronics'],
  ['精機', 'Seiki'],
  ['システムズ', 'Systems'],
  ['システム', 'System'],
  ['ホールディングス', 'Holdings'],
  ['グループ', 'Group'],
  ['テクノロジーズ', 'Technologies'],
  ['テクノロジー', 'Technology'],
  ['サービス', 'Service'],
  ['フーズ', 'Foods'],
  ['フード', 'Food'],
  ['エンジニアリング', 'Engineering'],
  ['テック', 'Tech'],
  ['ソリューションズ', 'Solutions'],
  ['デザイン', 'Design'],
]);

/** Places and words that Japanese firms are named after, where they are read in one way. */
export const JAPANESE_PARTS: ReadonlyMap<string, string> = new Map(
  `北陸 Hokuriku 関東 Kanto 関西 Kansai 東北 Tohoku 北海道 Hokkaido 九州 Kyushu 四国 Shikoku 中部 Chubu 東海 Tokai 近畿 Kinki 山陽 Sanyo
  瀬戸内 Setouchi 信州 Shinshu 東京 Tokyo 大阪 Osaka 京都 Kyoto 名古屋 Nagoya 横浜 Yokohama 神戸 Kobe 福岡 Fukuoka 札幌 Sapporo 仙台 Sendai
  広島 Hiroshima 新潟 Niigata 金沢 Kanazawa 富山 Toyama 静岡 Shizuoka 長野 Nagano 中央 Chuo 東亜 Toa 東洋 Toyo 第一 Daiichi 共同 Kyodo
  協和 Kyowa 昭和 Showa 明治 Meiji 大正 Taisho 太平洋 Taiheiyo 共栄 Kyoei 三和 Sanwa 東和 Towa 富士 Fuji`
    .split(/\s+/)
    .flatMap((word, at, words): [string, string][] => (at % 2 === 0 ? [[word, words[at + 1] ?? '']] : [])),
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
]);

/** Towns and provinces before the name of a Chinese firm. */
export const CHINESE_PLACES: ReadonlySet<string> = new Set(
  `北京 上海 天津 重庆 广州 深圳 杭州 南京 苏州 成都 武汉 西安 青岛 大连 厦门 宁波 无锡 长沙 郑州 济南 沈阳 合肥 福州 昆明 东莞 佛山 珠海 中国
  广东 江苏 浙江 山东 四川 湖北 湖南 福建 河南 河北 安徽 辽宁 云南 陕西 江西`.split(/\s+/),
);
