import { appLadder, webLadder, workbenchLadder } from '../../.dependency-cruiser.mjs'

const source = (path: string) => `apps/web/src/${path}`
const feature = (path: string) => source(`features/${path}`)

const ladders: [prefix: string, folder: string, rungs: readonly string[]][] = [
  ['web-ladder', source('features'), webLadder],
  ['workbench', feature('workbench'), workbenchLadder],
  ['app', source('app'), appLadder],
]

/** The folders of the web app, each with a file to import; the slices meet in workbench.tsx and the tests. */
export const webInOrder: Record<string, string> = {
  ...Object.fromEntries(
    ladders.flatMap(([, folder, rungs]) =>
      rungs.map((name) => [`${folder}/${name}/rung.ts`, 'export const rung = 1\n']),
    ),
  ),
  [source('operator.tsx')]: "import './operator/operator-app.tsx'\n",
  [source('operator/operator-app.tsx')]:
    "import '../app/shell/rung.ts'\nimport '../features/operator/rung.ts'\nimport '../connection/api.ts'\n",
  [source('public.ts')]: "import './public/public-header.tsx'\nimport './features/reference/rung.ts'\n",
  [source('public/public-header.tsx')]:
    "import '../app/shell/logo.tsx'\nimport '../features/landing/rung.ts'\n",
  [source('app/shell/logo.tsx')]: 'export const logo = 1\n',
  [source('connection/vault/vault-store.ts')]: 'export const vault = 1\n',
  [source('connection/connection.ts')]: "import './vault/vault-store.ts'\nexport const connection = 1\n",
  [source('connection/api.ts')]: "import '@envhold/contract/accounts/accounts.ts'\nexport const api = 1\n",
  [feature('workbench/workbench.tsx')]: "import './grid/rung.ts'\nimport '../projects/rung.ts'\n",
  [feature('accounts/account.test.ts')]: "import '../landing/rung.ts'\n",
  'packages/contract/src/accounts/accounts.ts': 'export const accounts = 1\n',
}

/** A file for each rule of the web app, which breaks it: [rule, path, content]. */
export const webOutOfOrder: [rule: string, path: string, content: string][] = [
  ['connection-has-no-product-words', source('connection/w1.ts'), "import '../features/projects/rung.ts'\n"],
  [
    'connection-has-no-product-words',
    source('connection/w2.ts'),
    "import '@envhold/contract/billing/plans.ts'\n",
  ],
  ['web-features-below-app', feature('landing/w3.ts'), "import '../../app/shell/rung.ts'\n"],
  ['operator-page-cannot-reach-vault', source('operator-w1.tsx'), "import '@envhold/vault/grant.ts'\n"],
  [
    'operator-page-cannot-reach-vault',
    source('operator/w2.tsx'),
    "import { connection } from '../connection/connection.ts'\nexport const c = connection\n",
  ],
  ['operator-page-cannot-reach-vault', feature('operator/w3.tsx'), "import '../keyring/rung.ts'\n"],
  ['operator-page-cannot-reach-vault', feature('operator/w4.tsx'), "import '../workbench/grid/rung.ts'\n"],
  ['operator-page-apart-from-the-app', source('app/w5.tsx'), "import '../features/operator/rung.ts'\n"],
  ['operator-page-apart-from-the-app', source('w6.tsx'), "import './operator/operator-app.tsx'\n"],
  [
    'public-pages-apart-from-the-app',
    source('public/w1.ts'),
    "import '../features/accounts/reaches-app.ts'\n",
  ],
  ['public-pages-apart-from-the-app', source('public-w2.ts'), "import './app/commands/rung.ts'\n"],
  ['public-pages-apart-from-the-app', feature('landing/w9.ts'), "import '../projects/rung.ts'\n"],
  ['app-apart-from-public-pages', source('app/w10.ts'), "import '../features/landing/rung.ts'\n"],
  ['app-apart-from-public-pages', source('w11.ts'), "import './public/public-header.tsx'\n"],
  ['web-slices-are-on-the-ladder', source('w4.ts'), "import './features/sundries/w5.ts'\n"],
  ['workbench-composes-folders', feature('workbench/grid/w6.ts'), "import '../workbench.tsx'\n"],
  ['workbench-folders-are-on-the-ladder', source('w7.ts'), "import './features/workbench/sundries/w8.ts'\n"],
  ...ladders.flatMap(([prefix, folder, rungs]) =>
    rungs.slice(0, -1).map((left, index): [string, string, string] => {
      const right = rungs[index + 1]
      return [`${prefix}-${left}`, `${folder}/${left}/upwards.ts`, `import '../${right}/rung.ts'\n`]
    }),
  ),
]

/** What the violations lead to. */
export const webAccomplices: Record<string, string> = {
  [feature('accounts/reaches-app.ts')]: "import '../workbench/workbench.tsx'\n",
  [feature('sundries/w5.ts')]: 'export const sundries = 1\n',
  [feature('workbench/sundries/w8.ts')]: 'export const sundries = 1\n',
}
