/** Serves the contract: `/openapi.json`, and `/docs` to browse it. Built with the first request. */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { PaymentGateway } from '../../partners/payment-provider.ts';
import { refuse, statusOf } from '../../refuse.ts';

/** Swagger UI's files, started by our script: the security policy allows no inline script. */
const UI_FILES: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

const DOCS_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Sekampit API</title>
    <link rel="stylesheet" href="/api/docs/swagger-ui.css">
  </head>
  <body>
    <div id="docs"></div>
    <noscript><a href="/api/openapi.json">openapi.json</a></noscript>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

const START_SCRIPT = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#docs', deepLinking: true, validatorUrl: null });\n`;

const CACHE_FOR_A_DAY = 'public, max-age=86400';

/** Lists the calls of payment gateways' servers that are JSON. */
const listPartnerCalls = (gateways: readonly PaymentGateway[]) =>
  gateways.flatMap(({ callbacks }) =>
    callbacks.flatMap(({ path, document }) => (document === null ? [] : [{ path, ...document }])),
  );

export type DocsOptions = { origin: string; gateways: readonly PaymentGateway[] };

/** Registers the routes under the prefix `/api`. */
export function registerDocs(api: FastifyInstance, { origin, gateways }: DocsOptions): void {
  let document: string | undefined;
  api.get('/openapi.json', async (_, reply) => {
    if (document === undefined) {
      const { generateOpenApiDocument } = await import('@shop/contract/api/openapi');
      document = JSON.stringify(
        generateOpenApiDocument({ server: `${origin}/api`, statusOf, partnerCalls: listPartnerCalls(gateways) }),
      );
    }
    return reply.type('application/json; charset=utf-8').header('cache-control', 'public, max-age=300').send(document);
  });
  api.get('/docs', async (_, reply) => reply.type('text/html; charset=utf-8').send(DOCS_PAGE));
  api.get('/docs/start.js', async (_, reply) => reply.type('text/javascript; charset=utf-8').send(START_SCRIPT));
  api.get<{ Params: { file: string } }>('/docs/:file', async (request, reply) => {
    const type = UI_FILES[request.params.file] ?? refuse('request.not_found');
    const folder = dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui/package.json')));
    const file = await readFile(join(folder, 'static', request.params.file));
    return reply.type(type).header('cache-control', CACHE_FOR_A_DAY).send(file);
  });
}
