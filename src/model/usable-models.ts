import type { Lang } from '../base/lang.js';
import { findModels, type InstalledModel, type RefusedModel } from './folder/installed.js';
import { type Direction, ModelUnusable, type Standing, UnsupportedDirection } from './model-port.js';
import { type Route, Routes } from './routes.js';

/** The models of a folder that can be used, and the ways through them; one that turns out to be broken is refused from then on. */
export class UsableModels {
  #installed: readonly InstalledModel[];
  #refused: readonly RefusedModel[];
  #routes: Routes;
  /** Directions that went with a model that was refused while it served, by its folder. */
  readonly #lost = new Map<string, readonly Direction[]>();

  constructor(directory: string) {
    const { installed, refused } = findModels(directory);
    this.#installed = installed;
    this.#refused = refused;
    this.#routes = new Routes(installed);
  }

  get installed(): readonly InstalledModel[] {
    return this.#installed;
  }

  get refused(): readonly RefusedModel[] {
    return this.#refused;
  }

  /** Those refused, with what is not translated for their sake. */
  unusable(): Standing['unusable'] {
    return this.#refused.map(({ folder, reason }) => ({
      folder,
      reason,
      directions: this.#lost.get(folder) ?? [],
    }));
  }

  directions(): readonly Direction[] {
    return this.#routes.directions();
  }

  route(from: Lang, to: Lang): Route {
    const route = this.#routes.find(from, to);
    if (route !== undefined) return route;
    const isLost = [...this.#lost.values()].flat().some((one) => one.from === from && one.to === to);
    throw isLost
      ? new ModelUnusable(`The model from ${from} to ${to} is damaged.`)
      : new UnsupportedDirection(from, to);
  }

  refuse(broken: InstalledModel, reason: string): void {
    if (!this.#installed.includes(broken)) return;
    const before = this.#routes.directions();
    this.#refused = [...this.#refused, { folder: broken.folder, reason }];
    this.#installed = this.#installed.filter((model) => model !== broken);
    this.#routes = new Routes(this.#installed);
    const lost = before.filter(({ from, to }) => this.#routes.find(from, to) === undefined);
    this.#lost.set(broken.folder, lost);
  }
}
