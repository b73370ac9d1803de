import type { Lang } from '../lang.js';
import type { ChineseVariants } from './chinese.js';
import type { InstalledModel } from './folder/installed.js';
import type { Direction } from './port.js';

/** One pass through one model. */
export interface Leg {
  readonly model: InstalledModel;
  readonly from: Lang;
  readonly to: Lang;
}

/** How a direction is served: conversion of the source, passes through models, conversion of the target. */
export interface Route {
  readonly direction: Direction;
  readonly legs: readonly Leg[];
  readonly convertSource?: readonly [Lang, Lang];
  readonly convertTarget?: readonly [Lang, Lang];
  /** Changes whenever the same sentence could come out differently. */
  readonly version: string;
}

/** Standards of Chinese that stand in for one that no model knows, the closest first. */
const STAND_INS: Readonly<Record<string, readonly Lang[]>> = { 'zh-HK': ['zh-TW', 'zh-CN'] };

/** All directions that the installed models serve, with the road of each. */
export class Routes {
  readonly #routes = new Map<string, Route>();

  constructor(models: readonly InstalledModel[], chinese: ChineseVariants) {
    for (const model of models) {
      for (const { from, to, via } of model.manifest.directions) {
        if (via === undefined) this.#add({ from, to }, [{ model, from, to }]);
      }
    }
    for (const model of models) {
      for (const { from, to, via } of model.manifest.directions) {
        if (via === undefined) continue;
        const first = this.#routes.get(`${from}>${via}`)?.legs;
        const second = this.#routes.get(`${via}>${to}`)?.legs;
        if (first !== undefined && second !== undefined) this.#add({ from, to, via }, [...first, ...second]);
      }
    }
    this.#addStandIns(chinese);
  }

  find(from: Lang, to: Lang): Route | undefined {
    return this.#routes.get(`${from}>${to}`);
  }

  directions(): readonly Direction[] {
    return [...this.#routes.values()].map(({ direction }) => direction);
  }

  #add(direction: Direction, legs: readonly Leg[], extra: Partial<Route> = {}): void {
    const key = `${direction.from}>${direction.to}`;
    if (this.#routes.has(key)) return;
    const version = legs.map(({ model: { manifest } }) => `${manifest.name}@${manifest.version}`).join('+');
    this.#routes.set(key, { direction, legs, version, ...extra });
  }

  #addStandIns(chinese: ChineseVariants): void {
    const direct = [...this.#routes.values()];
    for (const [lang, standIns] of Object.entries(STAND_INS)) {
      for (const standIn of standIns) {
        for (const { direction, legs } of direct) {
          const { from, to, via } = direction;
          const through = via === undefined ? {} : { via };
          if (to === standIn && from !== lang) {
            this.#add({ from, to: lang, ...through }, legs, { convertTarget: [standIn, lang] });
          }
          if (from === standIn && to !== lang) {
            this.#add({ from: lang, to, ...through }, legs, { convertSource: [lang, standIn] });
          }
        }
      }
    }
    const variants = ['zh-CN', 'zh-TW', 'zh-HK'].filter((lang) => chinese.isChinese(lang));
    if (!direct.some(({ direction }) => chinese.isChinese(direction.to))) return;
    for (const from of variants) {
      for (const to of variants) {
        if (from === to) continue;
        const key = `${from}>${to}`;
        if (this.#routes.has(key)) continue;
        this.#routes.set(key, {
          direction: { from, to },
          legs: [],
          convertTarget: [from, to],
          version: 'opencc',
        });
      }
    }
  }
}
