import type { DestinationStream } from 'pino';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import type { Settings } from '#src/settings/read-settings.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { BrowserPerson } from './browser-person.js';
import { openBrowser } from './chromium.js';
import { DomPerson } from './dom-person.js';
import type { Person } from './person.js';

/** A service with its console, and people in front of it: in a browser, or where there is none, in the DOM alone. */
export class Journeys {
  readonly #browser: Browser | string;
  readonly #people: Person[] = [];
  #app: TestApp | undefined;

  private constructor(browser: Browser | string) {
    this.#browser = browser;
  }

  /** For the test file that calls it. */
  static async begin(settings: Partial<Settings> = {}, log?: DestinationStream): Promise<Journeys> {
    const browser = await openBrowser();
    if (typeof browser === 'string')
      console.warn(`The journeys run in the DOM, without a browser: ${browser}.`);
    const journeys = new Journeys(browser);
    vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });
    beforeAll(async () => {
      journeys.#app = await testApp({ workers: true, ...settings }, log);
    });
    afterEach(() => journeys.#part());
    afterAll(async () => {
      if (typeof browser !== 'string') await browser.close();
      await journeys.app.close();
    });
    return journeys;
  }

  get isReal(): boolean {
    return typeof this.#browser !== 'string';
  }

  get app(): TestApp {
    if (this.#app === undefined) throw new Error('The service has not been started.');
    return this.#app;
  }

  /** Somebody with contracts for texts and files. */
  async newcomer(): Promise<Tenant> {
    const tenant = await this.app.tenant();
    const contract = { name: 'files', kind: 'file', engine: 't4oo' } as const;
    await this.app.service.contracts.create(tenant.organization.id, contract);
    return tenant;
  }

  async visit(hash = '', options: BrowserContextOptions = {}): Promise<Person> {
    const person =
      typeof this.#browser === 'string'
        ? await DomPerson.at(this.app, hash)
        : await BrowserPerson.at(this.#browser, `${this.app.url}/console/${hash}`, options);
    this.#people.push(person);
    return person;
  }

  /** A page of the console, for somebody who came by the link that the start of the service prints. */
  async at(tenant: Tenant, hash: string, options: BrowserContextOptions = {}): Promise<Person> {
    const code = this.app.service.signInCodes.issue(tenant.key.accessKey);
    const person = await this.visit(`#code=${code}`, options);
    await person.finds('.side-foot', /Sign out/);
    await person.goTo(hash);
    return person;
  }

  /** A page of the operator. */
  async operator(hash: string, options: BrowserContextOptions = {}): Promise<Person> {
    const person = await this.visit(hash, options);
    await this.enterOperations(person);
    return person;
  }

  async enterOperations(person: Person): Promise<void> {
    await person.sees('Admin token');
    await person.fill('Admin token', this.app.service.adminToken);
    await person.press('Enter');
  }

  async #part(): Promise<void> {
    for (const person of this.#people.splice(0)) {
      if (person instanceof BrowserPerson) expect(person.misdeeds).toEqual([]);
      await person.leave();
    }
  }
}

/** For what a DOM that is never drawn cannot show. */
export function real(person: Person): BrowserPerson {
  if (person instanceof BrowserPerson) return person;
  throw new Error('This needs a browser.');
}
