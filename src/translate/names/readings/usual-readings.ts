/** Families and given names whose usual reading is not the first of the table. */
const USUAL: ReadonlyMap<string, string> = new Map(
  `須藤 Sudo 萩原 Hagiwara 福沢 Fukuzawa 福澤 Fukuzawa 島津 Shimazu 瀬川 Segawa 花田 Hanada 浜崎 Hamasaki 小谷 Kotani 三村 Mimura
野崎 Nozaki 梶原 Kajiwara 金本 Kanemoto 羽生 Hanyu 合田 Goda 比嘉 Higa 中里 Nakazato 土田 Tsuchida 徳田 Tokuda 時田 Tokita
梶谷 Kajitani 富樫 Togashi 深津 Fukatsu 出口 Deguchi 真野 Mano 久野 Kuno 横尾 Yokoo 石母田 Ishimoda 雨宮 Amemiya 江原 Ehara
井川 Igawa 松浦 Matsuura 勝浦 Katsuura 智子 Tomoko 恵美 Emi 陽翔 Haruto 葵 Aoi 陽菜 Hina 大翔 Hiroto
悠斗 Yuto 亮 Ryo 淳 Jun 新垣 Aragaki 鳥越 Torigoe 瑞希 Mizuki 皆川 Minagawa 陽斗 Haruto 龍馬 Ryoma 大渕 Obuchi 海野 Unno
菅谷 Sugaya 沢渡 Sawatari 砂川 Sunagawa 常盤 Tokiwa 江連 Ezure 田上 Tagami 宗像 Munakata 額田 Nukada 浅川 Asakawa 金指 Kanazashi
花音 Kanon 高嶺 Takamine 鮎川 Ayukawa 隅田 Sumida 庄司 Shoji 日向 Hinata 里佳 Rika 野津 Nozu 粕谷 Kasuya 飛田 Tobita 小尾 Obi`
    .trim()
    .split(/\n/)
    .flatMap((line) =>
      [...line.matchAll(/(\S+) (\S+)/g)].map(([, name = '', reading = '']) => [name, reading]),
    ),
);

/** The spellings of a Japanese name with the usual one first: Inoue for 井上, whose "ou" is no long o, and Sudo for 須藤. */
export function withUsualReading(name: string, spellings: readonly string[]): readonly string[] {
  const usual = USUAL.get(name) ?? twoVowels(name, spellings[0] ?? '');
  return usual === undefined ? spellings : [usual, ...spellings.filter((spelling) => spelling !== usual)];
}

/** Behind の, 坪 and others 内 is "uchi" and 上 "ue": Takenouchi, Tsubouchi. 尾上 is Onoe. */
function twoVowels(name: string, spelling: string): string | undefined {
  if (name.length > 1 && name.endsWith('内') && spelling.endsWith('ochi'))
    return spelling.replace(/ochi$/, 'ouchi');
  if (name.endsWith('上') && name !== '尾上' && spelling.endsWith('noe'))
    return spelling.replace(/oe$/, 'oue');
  return undefined;
}
