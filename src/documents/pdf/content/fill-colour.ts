import { type Operation, written } from './content-stream.js';

/** The colour that text and areas are filled with, as the instructions that set it (PDF 1.7, 8.6). */
export interface FillColour {
  readonly source: string;
  /** The colour space that was chosen by name, and the instruction that chose it. */
  readonly space: string;
}

export const BLACK: FillColour = { source: '0 g', space: '' };

const WHITE = /^(?:1 g|1 1 1 rg|0 0 0 0 k)$/;

export function isWhite({ source }: FillColour): boolean {
  return WHITE.test(source);
}

/** Whether an operator chooses a colour. */
export function isColourOperator(operator: string): boolean {
  return /^(?:g|rg|k|cs|scn?)$/.test(operator);
}

export function colourAfter({ operator, operands }: Operation, before: FillColour): FillColour {
  const values = operands.flatMap((operand) => {
    if (operand.kind === 'number') return [written(operand.value)];
    return operand.kind === 'name' ? [`/${escapedName(operand.value)}`] : [];
  });
  if (operator === 'cs') {
    const space = `${values.join(' ')} cs`;
    return { source: space, space };
  }
  const own = `${values.join(' ')} ${operator}`;
  if (operator !== 'sc' && operator !== 'scn') return { source: own, space: '' };
  return { source: before.space === '' ? own : `${before.space} ${own}`, space: before.space };
}

/** Whether the colour means something only beside the resources of its drawing. */
export function namesResource({ space }: FillColour): boolean {
  return space !== '' && !/^\/Device(?:Gray|RGB|CMYK) cs$/.test(space);
}

function escapedName(name: string): string {
  return name.replace(
    /[^\w.+-]/g,
    (character) => `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}
