const slice = (path: string) => `apps/server/src/features/${path}`

/** A valid repository: what the ladder allows. */
export const inOrder: Record<string, string> = {
  'packages/integrity/src/mac.ts': "import { hash } from 'node:crypto'\nexport const mac = hash\n",
  'packages/vault/src/grant.ts':
    "import { note } from '@envhold/formats/fields/note.ts'\nimport { mac } from '@envhold/integrity/mac.ts'\nimport { hash } from 'node:crypto'\nexport const grant = [hash, mac, note]\nexport type G = 1\n",
  'packages/formats/src/fields/note.ts': 'export const note = 1\n',
  'packages/formats/src/render.ts': 'export const render = 1\n',
  'packages/formats/readers/reader.ts': "import 'node:fs'\nimport 'vitest'\n",
  'packages/contract/src/billing/plans.ts':
    "import { note } from '@envhold/formats/fields/note.ts'\nimport { z } from 'zod'\nexport const plans = [note, z]\n",
  'packages/client/src/client.ts':
    "import { plans } from '@envhold/contract/billing/plans.ts'\nexport const client = plans\n",
  'apps/server/src/config/env.ts': "import process from 'node:process'\nexport const env = process.env\n",
  'apps/server/src/db/connect.ts':
    "import { DatabaseSync } from 'node:sqlite'\nimport { Kysely } from 'kysely'\nexport const db = [DatabaseSync, Kysely]\n",
  'apps/server/src/http/node-server.ts':
    "import { createServer } from 'node:http'\nexport const server = createServer\n",
  'apps/server/src/http/connections.ts':
    "import type { Server } from 'node:http'\nexport type Watched = Server\n",
  'apps/server/src/http/serve.ts': "import { env } from '../config/env.ts'\nexport const serve = env\n",
  [slice('projects/project-store.ts')]: "import { sql } from 'kysely'\nexport const projects = sql\n",
  [slice('inject/inject.ts')]:
    "import { grant } from '@envhold/vault/grant.ts'\nimport { projects } from '../projects/project-store.ts'\nexport const inject = [grant, projects]\n",
  'apps/server/src/context.ts':
    "import { mac } from '@envhold/integrity/mac.ts'\nimport { db } from './db/connect.ts'\nexport const context = [db, mac]\n",
  [slice('operator/user-list-store.ts')]:
    "import { sql } from 'kysely'\nimport { context } from '../../context.ts'\nexport const users = [sql, context]\n",
  [slice('operator/list-users.ts')]:
    "import { projects } from '../projects/project-store.ts'\nimport { users } from './user-list-store.ts'\nexport const listUsers = [projects, users]\n",
  [slice('operator/routes.ts')]:
    "import { context } from '../../context.ts'\nimport { serve } from '../../http/serve.ts'\nimport { listUsers } from './list-users.ts'\nexport const routes = [context, serve, listUsers]\n",
  [slice('projects/project.test.ts')]:
    "import { world } from '../../../../../dev/world.ts'\nimport { inject } from '../inject/inject.ts'\nexport const t = [world, inject]\n",
  'apps/server/src/app.ts':
    "import { inject } from './features/inject/inject.ts'\nimport { routes } from './features/operator/routes.ts'\nexport const app = [inject, routes]\n",
  'apps/web/src/ui/button.tsx': 'export const button = 1\n',
  'apps/web/src/features/projects/projects-page.tsx':
    "import { client } from '@envhold/client/client.ts'\nimport { button } from '../../ui/button.tsx'\nexport const page = [client, button]\n",
  'apps/web/src/features/accounts/account-page.tsx': 'export const account = 1\n',
  'apps/cli/src/main.ts': "import { client } from '@envhold/client/client.ts'\nexport const main = client\n",
  'dev/world.ts': "import { app } from '../apps/server/src/app.ts'\nexport const world = app\n",
}

/** A violation of each rule: [rule, path, content]. */
export const outOfOrder: [rule: string, path: string, content: string][] = [
  ['no-cycles', 'packages/formats/src/p1.ts', "import { b } from './p2.ts'\nexport const a = b\n"],
  ['no-cycles', 'packages/formats/src/p3.ts', "export type A = import('./p4.ts').B\n"],
  ['no-loose-ends', 'apps/cli/src/p5.ts', "import './nowhere.ts'\n"],
  ['no-loose-ends', 'apps/cli/src/p5b.ts', "import '@envhold/contract/nowhere.ts'\n"],
  ['pure-packages-stand-alone', 'packages/integrity/src/p6.ts', "import '@envhold/vault/grant.ts'\n"],
  [
    'vault-knows-integrity-and-fields',
    'packages/vault/src/p6b.ts',
    "import '@envhold/contract/billing/plans.ts'\n",
  ],
  ['vault-knows-integrity-and-fields', 'packages/vault/src/p6c.ts', "import '@envhold/formats/render.ts'\n"],
  ['fields-stand-alone', 'packages/formats/src/fields/p6d.ts', "import '../render.ts'\n"],
  [
    'pure-packages-stand-alone',
    'packages/formats/src/p7.ts',
    "import type { G } from '@envhold/vault/grant.ts'\nexport type H = G\n",
  ],
  ['client-knows-contract-only', 'packages/client/src/p8.ts', "import '@envhold/formats/render.ts'\n"],
  ['cryptography-imports-crypto-only', 'packages/vault/src/p9.ts', "import 'node:fs'\n"],
  ['cryptography-imports-crypto-only', 'packages/integrity/src/p10.ts', "import 'zod'\n"],
  ['contract-imports-zod-and-fields', 'packages/contract/src/p11.ts', "import 'node:crypto'\n"],
  [
    'contract-imports-zod-and-fields',
    'packages/contract/src/p11b.ts',
    "import '@envhold/formats/render.ts'\n",
  ],
  ['formats-and-client-run-anywhere', 'packages/formats/src/p12.ts', "import 'node:util'\n"],
  ['apps-stand-apart', 'apps/cli/src/p13.ts', "import '../../server/src/app.ts'\n"],
  ['packages-below-apps', 'packages/client/src/p14.test.ts', "import '../../../apps/server/src/app.ts'\n"],
  ['nothing-that-ships-imports-dev', 'apps/server/src/p15.ts', "import '../../../dev/world.ts'\n"],
  ['nothing-that-ships-imports-tests', slice('inject/p16.ts'), "import '../projects/project.test.ts'\n"],
  ['nothing-that-ships-imports-tests', 'packages/formats/src/p16b.ts', "import '../readers/reader.ts'\n"],
  ['ships-with-its-dependencies', 'apps/cli/src/p17.ts', "import 'vitest'\n"],
  [
    'settings-are-read-in-one-place',
    'apps/server/src/http/p18.ts',
    "import { env } from 'node:process'\nexport const e = env\n",
  ],
  ['floor-below-features', 'apps/server/src/http/p19.ts', "import '../features/projects/project-store.ts'\n"],
  [
    'floor-below-features',
    'apps/server/src/mail/p19b.ts',
    "import '../features/projects/project-store.ts'\n",
  ],
  [
    'floor-below-features',
    'apps/server/src/idempotency/p19c.ts',
    "import '../features/projects/project-store.ts'\n",
  ],
  ['entries-on-top', slice('inject/p20.ts'), "import '../../app.ts'\n"],
  ['slices-are-on-the-ladder', 'apps/server/src/p21.ts', "import './features/sundries/p22.ts'\n"],
  ['operator-cannot-reach-vault', slice('operator/p24.ts'), "import '../inject/inject.ts'\n"],
  ['operator-cannot-reach-vault', slice('operator/p24-store.ts'), "import '@envhold/vault/grant.ts'\n"],
  ...['node:http', 'https', 'node:http2'].map((name, i): [string, string, string] => [
    'outbound-requests-in-one-place',
    slice(`billing/p24-${i}.ts`),
    `import { request } from '${name}'\nexport const r = request\n`,
  ]),
  [
    'payment-sdks-in-payments',
    slice('billing/p24e.ts'),
    "import Stripe from 'stripe'\nexport const s = Stripe\n",
  ],
  [
    'floor-below-features',
    'apps/server/src/outbound/p24d.ts',
    "import '../features/projects/project-store.ts'\n",
  ],
  [
    'sql-in-stores-only',
    slice('projects/p25.ts'),
    "import type { Kysely } from 'kysely'\nexport type K = Kysely<1>\n",
  ],
  ['sql-in-stores-only', slice('projects/p26.ts'), "import 'node:sqlite'\n"],
  ['sql-in-stores-only', slice('projects/p27.ts'), "import 'pg'\n"],
  ['ui-has-no-product-words', 'apps/web/src/ui/p28.tsx', "import '@envhold/contract/billing/plans.ts'\n"],
  ['ui-has-no-product-words', 'apps/web/src/ui/p29.tsx', "import '../features/accounts/account-page.tsx'\n"],
  ['no-vault-in-the-browser', 'apps/web/src/p31.ts', "import '@envhold/vault/grant.ts'\n"],
  ['markdown-becomes-html-at-build', 'apps/web/src/p31b.ts', "import 'markdown-it'\n"],
  ['messages-through-one-file', 'apps/web/src/features/accounts/p31c.ts', "import 'sonner'\n"],
  ['no-node-in-the-browser', 'apps/web/src/p32.ts', "import 'node:fs'\n"],
]

/** The files that the violations import. A cycle is reported once, at the file where it is found first. */
export const accomplices: Record<string, string> = {
  'packages/formats/src/p2.ts': "import type { a } from './p1.ts'\nexport let b: typeof a\n",
  'packages/formats/src/p4.ts': "import type { A } from './p3.ts'\nexport type B = A\n",
  [slice('sundries/p22.ts')]: 'export const sundries = 1\n',
}

/** Each rung of the ladder imports the one above it. */
export function upsideDown(ladder: string[]): [rule: string, path: string, content: string][] {
  return ladder
    .slice(0, -1)
    .map((left, i) => [
      `ladder-${left}`,
      slice(`${left}/upwards.ts`),
      `import '../${ladder[i + 1]}/downwards.ts'\n`,
    ])
}

export function downwards(ladder: string[]): Record<string, string> {
  return Object.fromEntries(ladder.map((name) => [slice(`${name}/downwards.ts`), 'export const down = 1\n']))
}
