/** "20 p.m.", "from 9 to 20 p.m.": the clock of 24 hours has no halves. */
const HOURS =
  /(?<![\d:.])(?:(\d{1,2})( (?:to|and|until) | ?[-–] ?))?(1[3-9]|2[0-4])(?::([0-5]\d))? ?[ap](?:\.m(\.?)|m\b)(?=($)|\s+(\p{Lu})|)/gu;

/** Hours after noon that a model gave a half of the day as well, without it: 20:00. */
export function withWholeHours(translation: string): string {
  return translation.replace(
    HOURS,
    (
      _,
      from?: string,
      between = '',
      hour = '',
      minutes = '00',
      stop?: string,
      end?: string,
      next?: string,
    ) => {
      const begins = from === undefined ? '' : `${from}:00${between}`;
      const isLast = stop === '.' && (end !== undefined || next !== undefined);
      return `${begins}${hour}:${minutes}${isLast ? '.' : ''}`;
    },
  );
}
