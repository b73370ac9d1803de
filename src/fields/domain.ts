import type { Domain } from '../model/model-port.js';

const DOMAINS: Readonly<Record<Domain, true>> = {
  general: true,
  it: true,
  wiki: true,
  dialogue: true,
  news: true,
  law: true,
  business: true,
  dictionary: true,
};

/** Whether the models know a text from a data file as a domain tag. */
export function isDomain(text: string): text is Domain {
  return Object.hasOwn(DOMAINS, text);
}
