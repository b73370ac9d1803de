import type { Lang } from '../../base/lang.js';

/** 推迟到下午2点, 改到下周三, 提前至上午9点. */
const MOVED = /(?:推迟|延期|延|改期?|提前|提早|调整|顺延|推遲|調整|順延)[到至]/u;
/** Of what is put off, English says "until". */
const CHANGED = /(?:改期?|提前|提早|调整|調整)[到至]/u;
/** 午前9時まで繰り上げる; 3月まで延期する is good Japanese. */
const JAPANESE =
  /(?<=[時分半])まで(?=延期|順延|繰り(?:上げ|下げ|延べ)|前倒し|変更)|(?<=[日曜週月年旬末])まで(?=繰り(?:上げ|延べ)|前倒し|変更)/gu;
/** "Brought forward until 9 a.m.", "held until two". */
const ENGLISH =
  /(?<=\b(?:brought|moved?|moving|bring|put|pushed|advanced|changed)(?: forward| up| back| ahead)?) until\b/giu;
const HELD = /\bheld (?:early )?until\b/giu;

/** 在另行通知之前. */
const NOTICE = /(?<![无無])另行通知(?:之?前|为止|為止)|直[到至]另行通知/u;
const CONDITION =
  /(?:追って|当該|別途|改めて|さらなる|その後の|別の)?(?:お?知らせ|通知|連絡)(?:が|の)?(?:ない限り|になるまで)/gu;

/** A time to which something is moved, where a model takes the 到 of Chinese for "until", and 另行通知 for a condition. */
export function withMovedTime(translation: string, source: string, from: Lang, to: Lang): string {
  if (!from.startsWith('zh')) return translation;
  const noticed =
    to === 'ja' && NOTICE.test(source) ? translation.replace(CONDITION, '追って通知があるまで') : translation;
  if (!MOVED.test(source)) return noticed;
  if (to === 'ja') return noticed.replace(JAPANESE, 'に');
  return to === 'en' && CHANGED.test(source)
    ? noticed.replace(ENGLISH, ' to').replace(HELD, 'moved to')
    : noticed;
}
