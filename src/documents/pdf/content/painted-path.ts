import type { Operation } from './content-stream.js';
import { type Extent, extentOfPoints } from './extent.js';
import { type Matrix, multiply } from './matrix.js';

/** A path that was drawn: straight lines along the edges of the page, and areas. */
export interface PaintedPath {
  /** Lines along the page; of no height or no width. */
  readonly lines: readonly Extent[];
  /** What was filled, by what it reaches over. */
  readonly areas: readonly Extent[];
  /** Everything that it draws is named above: nothing is curved or slanted. */
  readonly plain: boolean;
}

type Point = readonly [number, number];

/** Points of one path; one of more is a picture. */
const MOST_POINTS = 500;
/** Points by which a line may slant and still count as straight. */
const SLANT = 0.5;
const BUILDS = new Set(['m', 'l', 'c', 'v', 'y', 're', 'h', 'n', 'W', 'W*']);
const STROKES = new Set(['S', 's', 'B', 'B*', 'b', 'b*']);
const FILLS = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*']);
const CLOSES = new Set(['s', 'b', 'b*']);

/** Follows the instructions that build paths, and answers each path when it is painted (PDF 1.7, 8.5). */
export class PathState {
  #subpaths: { readonly points: Point[]; curved: boolean; closed: boolean }[] = [];
  #points = 0;
  #clips = false;
  #clip: Extent | undefined;

  /** What the path that ended last cuts off everything around of, if it does (PDF 1.7, 8.5.4). */
  get clip(): Extent | undefined {
    return this.#clip;
  }

  apply({ operator, operands }: Operation, ctm: Matrix): PaintedPath | undefined {
    this.#clip = undefined;
    if (!BUILDS.has(operator) && !STROKES.has(operator) && !FILLS.has(operator)) return undefined;
    const numbers = operands.flatMap((operand) => (operand.kind === 'number' ? [operand.value] : []));
    const [a = 0, b = 0, c = 0, d = 0] = numbers;
    switch (operator) {
      case 'm':
        this.#begin([placed(a, b, ctm)]);
        break;
      case 'l':
        this.#add(placed(a, b, ctm), false);
        break;
      case 'c':
      case 'v':
      case 'y':
        this.#add(placed(numbers.at(-2) ?? 0, numbers.at(-1) ?? 0, ctm), true);
        break;
      case 're': {
        const corners = [
          placed(a, b, ctm),
          placed(a + c, b, ctm),
          placed(a + c, b + d, ctm),
          placed(a, b + d, ctm),
        ];
        this.#begin(corners);
        this.#close();
        break;
      }
      case 'h':
        this.#close();
        break;
      case 'W':
      case 'W*':
        this.#clips = true;
        break;
      case 'n':
        this.#clear();
        break;
    }
    if (BUILDS.has(operator)) return undefined;
    if (CLOSES.has(operator)) this.#close();
    const path = this.#painted(STROKES.has(operator), FILLS.has(operator));
    this.#clear();
    return path;
  }

  #begin(points: Point[]): void {
    this.#points += points.length;
    if (this.#points <= MOST_POINTS) this.#subpaths.push({ points, curved: false, closed: false });
  }

  #add(point: Point, curved: boolean): void {
    this.#points += 1;
    const last = this.#subpaths.at(-1);
    if (last === undefined || this.#points > MOST_POINTS) return;
    last.points.push(point);
    last.curved ||= curved;
  }

  #close(): void {
    const last = this.#subpaths.at(-1);
    if (last !== undefined) last.closed = true;
  }

  #clear(): void {
    const points = this.#subpaths.flatMap((subpath) => subpath.points);
    if (this.#clips && points.length > 0 && this.#points <= MOST_POINTS) this.#clip = extentOfPoints(points);
    this.#clips = false;
    this.#subpaths = [];
    this.#points = 0;
  }

  #painted(stroked: boolean, filled: boolean): PaintedPath | undefined {
    if (this.#points > MOST_POINTS || this.#subpaths.length === 0) return undefined;
    const lines: Extent[] = [];
    const areas: Extent[] = [];
    let plain = true;
    for (const { points, curved, closed } of this.#subpaths) {
      const [first] = points;
      const corners = closed && first !== undefined ? [...points, first] : points;
      if (curved) plain = false;
      if (filled && points.length > 2) areas.push(extentOfPoints(points));
      for (const [at, point] of corners.entries()) {
        const next = corners[at + 1];
        if (next === undefined) continue;
        const straight = Math.abs(point[0] - next[0]) < SLANT || Math.abs(point[1] - next[1]) < SLANT;
        if (!straight) plain = false;
        else if (stroked) lines.push(extentOfPoints([point, next]));
      }
    }
    return { lines, areas, plain };
  }
}

function placed(x: number, y: number, ctm: Matrix): Point {
  const [, , , , left, bottom] = multiply([1, 0, 0, 1, x, y], ctm);
  return [left, bottom];
}
