import { editSimilarity } from '../base/edit-similarity.js';
import { SettingError } from './setting.js';

/** What clients of the service read: `kotobashi translate`, `check` and `mcp`, the client library and the examples. */
const CLIENT_NAMES: ReadonlySet<string> = new Set([
  'KOTOBASHI_URL',
  'KOTOBASHI_ACCESS_KEY',
  'KOTOBASHI_SECRET_KEY',
  'KOTOBASHI_CONTRACT',
]);
const OWN = /^KOTOBASHI_/;
/** Kubernetes tells every container of the services beside it; ours are called `kotobashi` and `kotobashi-…`. */
const KUBERNETES_NAME =
  /_(?:SERVICE_HOST|SERVICE_PORT(?:_[A-Z0-9_]+)?|PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)$/;
const KUBERNETES_ADDRESS = /^(?:tcp|udp|sctp):\/\//;
/** Names with less in common are not taken for one another. */
const LEAST_SIMILARITY = 0.5;

/** Refuses names that look like settings of ours and are none: whoever wrote them believes that they do something. */
export function refuseUnknown(
  environment: Readonly<Record<string, string | undefined>>,
  known: ReadonlySet<string>,
): void {
  for (const [name, value = ''] of Object.entries(environment)) {
    if (!OWN.test(name) || value === '' || known.has(name) || CLIENT_NAMES.has(name)) continue;
    if (KUBERNETES_NAME.test(name) || KUBERNETES_ADDRESS.test(value)) continue;
    throw new SettingError(unknownSetting(name, known));
  }
}

/** The sentence about a name that is no setting, with the one that was probably meant. */
export function unknownSetting(name: string, known: ReadonlySet<string>): string {
  let [nearest, best]: [string | undefined, number] = [undefined, 0];
  for (const candidate of known) {
    const similarity = editSimilarity(bare(name), bare(candidate)) ?? 0;
    if (similarity >= LEAST_SIMILARITY && similarity > best) [nearest, best] = [candidate, similarity];
  }
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  return `${name} is not a setting.${hint} The settings are listed in docs/reference/settings.md.`;
}

/** What all names begin with makes none of them alike. */
function bare(name: string): string {
  return name.replace(OWN, '');
}
