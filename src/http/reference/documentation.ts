import swagger from '@fastify/swagger';
import type { ApiInstance } from '../parts.js';
import { type OpenApi, REFERENCE_POLICY, referencePage } from './reference-page.js';

const COMPATIBLE = ['DeepL', 'LibreTranslate', 'Google Translation', 'Microsoft Translator'];
const HIDDEN = { hide: true };

/** The OpenAPI document, made from the schemas that validate, and a page to read it. */
export async function documentApi(app: ApiInstance): Promise<void> {
  await app.register(swagger, {
    transform: ({ schema, url, route }) => ({
      schema: { ...schema, operationId: operationId([route.method].flat()[0] ?? '', url) },
      url,
    }),
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Kotobashi',
        version: '1',
        description:
          'Text translation on your own machines. Every request carries the headers accessKey, nonce and signature, or a bearer token. Failures are `{"status":"failure","data":{"code","message","taskId"}}`.',
      },
      tags: [
        { name: 'translation' },
        { name: 'dictionary' },
        { name: 'fields' },
        { name: 'languages' },
        { name: 'custom models' },
        { name: 'callback' },
        { name: 'access' },
        ...COMPATIBLE.map((name) => ({
          name,
          description: 'For clients of this vendor; the key is <accessKey>:<secretKey>.',
        })),
        { name: 'administration', description: 'For the operator; own bearer token.' },
      ],
      components: {
        securitySchemes: {
          accessKey: { type: 'apiKey', in: 'header', name: 'accessKey' },
          nonce: {
            type: 'apiKey',
            in: 'header',
            name: 'nonce',
            description: 'Current time in milliseconds.',
          },
          signature: {
            type: 'apiKey',
            in: 'header',
            name: 'signature',
            description:
              'Hex of HMAC-SHA256 over nonce and request target (path and query) under the secret key.',
          },
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          deeplKey: {
            type: 'apiKey',
            in: 'header',
            name: 'authorization',
            description: 'DeepL-Auth-Key <accessKey>:<secretKey>',
          },
          googleKey: { type: 'apiKey', in: 'query', name: 'key', description: '<accessKey>:<secretKey>' },
          googleKeyHeader: {
            type: 'apiKey',
            in: 'header',
            name: 'x-goog-api-key',
            description: '<accessKey>:<secretKey>',
          },
          microsoftKey: {
            type: 'apiKey',
            in: 'header',
            name: 'ocp-apim-subscription-key',
            description: '<accessKey>:<secretKey>',
          },
          admin: { type: 'http', scheme: 'bearer', description: 'The admin token.' },
        },
      },
    },
  });
  app.get('/openapi.json', { schema: HIDDEN }, async () => app.swagger());
  let page: string | undefined;
  app.get('/docs', { schema: HIDDEN }, async (_request, reply) => {
    page ??= referencePage(app.swagger() as OpenApi);
    return reply
      .header('content-security-policy', REFERENCE_POLICY)
      .type('text/html; charset=utf-8')
      .send(page);
  });
}

/**
 * A name for programs that are generated from the document; it stays as long as method and path do.
 *
 * @example
 * operationId('GET', '/api/v1/training/model/:mid') // 'getApiV1TrainingModelByMid'
 */
function operationId(method: string, url: string): string {
  const words = url
    // A name may have a pattern, and a word behind it.
    .replace(/\([^)]*\)/g, '')
    .replaceAll('::', '/')
    .split('/')
    .map((part) => (part.startsWith(':') ? `by-${part.slice(1)}` : part))
    .flatMap((part) => part.split(/[^A-Za-z0-9]+/))
    .filter((word) => word !== '')
    .map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`);
  return `${method.toLowerCase()}${words.join('')}`;
}
