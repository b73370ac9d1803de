/** What may follow a name that stands for itself; before another noun ("the Towa Keisoku order") the article belongs to that. */
const FOLLOWS =
  '(?=[\'’]s\\b|[.,;:!?)\\]”"]|$| [(“"]| (?:and|or|but|nor|has|have|had|is|are|was|were|will|would|shall|should|can|could|may|might|must|do|does|did|to|of|in|on|at|by|for|from|with|as|about|that|which|who|whose|when|while|if|because|before|after|until|since|than|\\p{Ll}+ed|agrees?|says?|pays?|sells?|buys?|makes?|sends?|sent|paid|made|said)\\b)';
/** Offices that models set before a name with "of": "Director of Igarashi". */
const OFFICE =
  '((?:Deputy |Vice |Assistant |General |Senior |Managing |Executive |Section |Department |Division |Plant |Factory |Branch |Sales )*(?:Director|Manager|Chief|Head|President|Chairman|Chairperson|Supervisor|Professor|Doctor|Engineer|Minister|Governor|Mayor|Lawyer|Representative))';

/** A name that a translation has to hold, as it is written there. */
export interface BareName {
  readonly spellings: readonly string[];
  /** Somebody whose office stands behind the name. */
  readonly hasOffice: boolean;
}

/**
 * Names of people and firms as English writes them: "Hengda Hardware has agreed" without an article, and "Director Igarashi" for
 * 五十嵐部長, where "Director of Igarashi" would be one of another place.
 */
export function withBareNames(translation: string, names: readonly BareName[]): string {
  return names.reduce((text, { spellings, hasOffice }) => {
    const own = spellings.find((spelling) => text.includes(spelling));
    if (own === undefined) return text;
    const name = own.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const bare = text.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])[Tt]he (?=${name}${FOLLOWS})`, 'gu'), '');
    if (!hasOffice) return bare;
    return bare
      .replaceAll(new RegExp(`\\b${OFFICE} of (?:the )?(${name})(?: Department)?${FOLLOWS}`, 'gu'), '$1 $2')
      .replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])(${name}) ${OFFICE}(?! of\\b)${FOLLOWS}`, 'gu'), '$2 $1')
      .replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])[Tt]he (?=${OFFICE} ${name}${FOLLOWS})`, 'gu'), '');
  }, translation);
}

/** 五十岚部经理, 大河内部门负责人: a model takes 部 for a department. */
const HEAD_OF_DEPARTMENT = '部(?:门|門)?的?(?:部长|部長|经理|經理|主任|主管|负责人|負責人|总监|總監)';

/** 五十岚部长 for 五十嵐部長, in Chinese. */
export function withOwnOffices(translation: string, names: readonly string[], to: string): string {
  return names.reduce(
    (text, name) =>
      text.replaceAll(
        new RegExp(`${name}${HEAD_OF_DEPARTMENT}`, 'gu'),
        `${name}${to === 'zh-CN' ? '部长' : '部長'}`,
      ),
    translation,
  );
}
