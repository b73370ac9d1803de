import type { Register } from '../../model/model-port.js';

/** What stands behind the last word: end marks, quotation marks, brackets. */
const CLOSING = /[。．.!?！？…♪☆」』）)\]】”"'\s*_]+$/u;
/** Particles that end a sentence of either register, and conjunctions that leave it open. */
const PARTICLES = /(?:よね|わよ|わね|かね|かな|のよ|のね|[かなねよわぞぜさの])$/u;
const JOINED = /(?:けれども|けれど|けど|ので|から|のに|が|し)$/u;
const POLITE =
  /(?:です|でした|でしょう|ます|ました|ません|ませんでした|ましょう|ませ|まし|まして|でして|ください|下さい|なさい)$/u;
/** Dictionary, past, negative and volitional forms, adjectives, copula, requests in て. A noun at the end says nothing. */
const PLAIN =
  /(?:だ|だった|だろう|である|であった|であろう|[うくぐすつぬぶむる]|[いきぎしじちにひびみりえけげせぜてでねへべめれ]た|\p{Script=Han}た|[っいん]だ|った|ない|なかった|かった|まい|べき|[っいきぎしちびみりえけげせてねべめれ]て|んで)$/u;
const ADJECTIVE = /\p{Script=Han}い$|[いうかがきくごさしすずたつどなむよるわ]い$/u;
/** Nouns and set words that end like a verb or an adjective. */
const NO_PREDICATE =
  /(?:くらい|ぐらい|[違狙願思扱払使誓戦争疑救集占笑勢匂問誘祝伝舞揃賄償]い|世界|ありがとう|おめでとう|おはよう|どう|そう|ほう|必ず|まず|はず|とりあえず|初めて|改めて|として|にて|[ァ-ヶー][うくぐすつぬぶむる])$/u;
/** What people of either register say. */
const SET_PHRASE = /(?:ごめん|[お御]?(?:やす|休)み|[お御]?(?:かえ|帰)り)なさい$/u;
const QUOTED = /「[^「」]*」|『[^『』]*』/gu;
const SENTENCE = /[^。！？!?\n]+[。！？!?]*/gu;

/** Of a sentence by its ending: です・ます is polite, だ・である plain; undefined where the ending does not tell. */
export function japaneseRegister(sentence: string): Register | undefined {
  const ending = sentence.replace(CLOSING, '');
  const bare = ending.replace(PARTICLES, '');
  const forms = [ending, bare, bare.replace(JOINED, '')];
  if (SET_PHRASE.test(ending)) return undefined;
  if (forms.some((form) => POLITE.test(form))) return 'polite';
  return forms.some(isPlain) ? 'plain' : undefined;
}

function isPlain(form: string): boolean {
  return !NO_PREDICATE.test(form) && (PLAIN.test(form) || ADJECTIVE.test(form));
}

/** Whether no sentence of a translation is in the other register; what is quoted speaks for somebody else. */
export function isIn(register: Register, translation: string): boolean {
  const own = translation.replace(QUOTED, '「」');
  return (own.match(SENTENCE) ?? []).every(
    (sentence) => (japaneseRegister(sentence) ?? register) === register,
  );
}
