import type { Lang } from '../base/lang.js';
import { CHINESE, type Conversion, STAND_INS } from './chinese.js';
import type { InstalledModel } from './folder/installed.js';
import type { Direction } from './model-port.js';

/** One pass through one model. */
export interface Hop {
  readonly model: InstalledModel;
  readonly from: Lang;
  readonly to: Lang;
}

/** How a direction is served: one hop, or two through a pivot language; none between standards of Chinese. */
export interface Route {
  readonly direction: Direction;
  readonly hops: readonly Hop[];
  /** Written Chinese that the source, or the result, is changed from and to. */
  readonly before?: Conversion;
  readonly after?: Conversion;
  /** `name@version` of each hop's model. */
  readonly models: readonly string[];
}

/**
 * All directions that the installed models serve. A direct one always wins; directions that a manifest sends
 * through another language (`via`) are put together from direct ones, here and nowhere else.
 */
export class Routes {
  readonly #routes = new Map<string, Route>();
  readonly #directions: readonly Direction[];

  constructor(models: readonly InstalledModel[]) {
    const wanted = models.flatMap((model) =>
      model.manifest.directions.map((direction) => ({ model, direction })),
    );
    for (const { model, direction } of wanted) {
      const { from, to, via } = direction;
      if (via === undefined) this.#add(direction, [{ model, from, to }]);
    }
    for (const { direction } of wanted) {
      const { from, to, via } = direction;
      if (via === undefined) continue;
      const first = this.find(from, via)?.hops ?? [];
      const second = this.find(via, to)?.hops ?? [];
      if (first.length === 1 && second.length === 1) this.#add(direction, [...first, ...second]);
    }
    this.#addChinese();
    this.#directions = this.#served();
  }

  find(from: Lang, to: Lang): Route | undefined {
    return this.#routes.get(`${from}>${to}`);
  }

  directions(): readonly Direction[] {
    return this.#directions;
  }

  #served(): readonly Direction[] {
    return [...this.#routes.values()].map(({ direction }) => direction);
  }

  /** Standards that no model knows are served through their stand-ins; between standards, conversion is enough. */
  #addChinese(): void {
    const served = this.#served();
    const languages = new Set(served.flatMap(({ from, to }) => [from, to]));
    if (!CHINESE.some((lang) => languages.has(lang))) return;
    for (const from of CHINESE) {
      for (const to of CHINESE) {
        if (from !== to)
          this.#set({ direction: { from, to }, hops: [], after: [from, to], models: ['opencc-js'] });
      }
    }
    for (const lang of CHINESE) {
      for (const standIn of STAND_INS[lang] ?? []) {
        for (const other of languages) {
          const to = this.find(other, standIn);
          const from = this.find(standIn, other);
          if (CHINESE.includes(other)) continue;
          if (to?.after === undefined && to !== undefined) {
            this.#set({ ...to, direction: { ...to.direction, to: lang }, after: [standIn, lang] });
          }
          if (from?.before === undefined && from !== undefined) {
            this.#set({ ...from, direction: { ...from.direction, from: lang }, before: [lang, standIn] });
          }
        }
      }
    }
  }

  #add(direction: Direction, hops: readonly Hop[]): void {
    const models = hops.map(({ model: { manifest } }) => `${manifest.name}@${manifest.version}`);
    this.#set({ direction, hops, models });
  }

  /** The first route of a direction stays. */
  #set(route: Route): void {
    const key = `${route.direction.from}>${route.direction.to}`;
    if (!this.#routes.has(key)) this.#routes.set(key, route);
  }
}
