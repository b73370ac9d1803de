import type { FastifyRequest } from 'fastify';
import { Failure } from '../../base/failure.js';
import type { Settings } from '../../settings/read-settings.js';
import type { FailureAnswer } from '../answer/failure-edge.js';
import { deeplFailure } from './deepl/deepl-failure.js';
import { googleFailure } from './google/google-failure.js';
import { libreFailure } from './libretranslate/libretranslate-failure.js';
import { microsoftFailure } from './microsoft/microsoft-failure.js';
import { reasonOf, type VendorShape } from './vendor-failures.js';

interface Vendor {
  readonly name: string;
  readonly setting: keyof Settings;
  /** Path and query of what is for its interface, whether it is covered or not. */
  readonly target: RegExp;
  readonly shape: VendorShape;
}

/** The first that fits: paths of Google and DeepL begin alike. */
const VENDORS: readonly Vendor[] = [
  {
    name: 'Google Translation',
    setting: 'googleInterface',
    target: /^\/(?:language\/translate\/|v3(?:beta\d|alpha)?\/projects\/)/,
    shape: googleFailure,
  },
  { name: 'DeepL', setting: 'deeplInterface', target: /^\/v[1-3]\//, shape: deeplFailure },
  {
    name: 'Microsoft Translator',
    setting: 'microsoftInterface',
    target: /^\/(?:translator\/|(?!api\/|admin\/)[^?]*\?(?:[^#]*&)?api-version=)/,
    shape: microsoftFailure,
  },
  {
    name: 'LibreTranslate',
    setting: 'libreTranslateInterface',
    target: /^\/(?:suggest|translate|translate_file|download_file|detect|languages|frontend|spec)(?:[/?]|$)/,
    shape: libreFailure,
  },
];

/** How the vendor to whose interface a path belongs says that it is not there; undefined where it is none of theirs. */
export function notCovered(
  request: FastifyRequest,
  settings: Settings,
  failure: Failure,
): ((failure: Failure) => FailureAnswer) | undefined {
  const vendor = VENDORS.find(
    ({ setting, target }) => settings[setting] === true && target.test(request.url),
  );
  if (vendor === undefined) return undefined;
  const said =
    failure.kind === 'pathUnknown'
      ? new Failure('pathUnknown', {
          message: `This service does not offer this part of the interface of ${vendor.name}. What it offers is at /docs.`,
        })
      : failure;
  return () => vendor.shape(said, reasonOf(said));
}
