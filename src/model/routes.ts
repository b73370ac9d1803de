import type { Lang } from '../lang.js';
import type { InstalledModel } from './folder/installed.js';
import type { Direction } from './port.js';

/** One pass through one model. */
export interface Leg {
  readonly model: InstalledModel;
  readonly from: Lang;
  readonly to: Lang;
}

/** How a direction is served: one leg, or two with a language in between. */
export interface Route {
  readonly direction: Direction;
  readonly legs: readonly Leg[];
  /** `name@version` of each leg's model. */
  readonly models: readonly string[];
}

/**
 * All directions that the installed models serve. A direct one always wins; directions that a manifest sends
 * through another language (`via`) are put together from direct ones, here and nowhere else.
 */
export class Routes {
  readonly #routes = new Map<string, Route>();

  constructor(models: readonly InstalledModel[]) {
    const wishes = models.flatMap((model) =>
      model.manifest.directions.map((direction) => ({ model, direction })),
    );
    for (const { model, direction } of wishes) {
      const { from, to, via } = direction;
      if (via === undefined) this.#add(direction, [{ model, from, to }]);
    }
    for (const { direction } of wishes) {
      const { from, to, via } = direction;
      if (via === undefined) continue;
      const first = this.find(from, via)?.legs ?? [];
      const second = this.find(via, to)?.legs ?? [];
      if (first.length === 1 && second.length === 1) this.#add(direction, [...first, ...second]);
    }
  }

  find(from: Lang, to: Lang): Route | undefined {
    return this.#routes.get(`${from}>${to}`);
  }

  directions(): readonly Direction[] {
    return [...this.#routes.values()].map(({ direction }) => direction);
  }

  #add(direction: Direction, legs: readonly Leg[]): void {
    const key = `${direction.from}>${direction.to}`;
    if (this.#routes.has(key)) return;
    const models = legs.map(({ model: { manifest } }) => `${manifest.name}@${manifest.version}`);
    this.#routes.set(key, { direction, legs, models });
  }
}
