// Which module may import which. ARCHITECTURE.md shows the ladder; these rules enforce it. Each one is tested with a
// violation in dev/checks/planted.test.ts.

/** The server's slices from the bottom rung to the top: a slice imports those before it, never one after it. */
export const ladder = [
  'audit-log',
  'users',
  'roles',
  'plans',
  'sessions',
  'approvals',
  'keyring',
  'usage',
  'projects',
  'archive',
  'environments',
  'grants',
  'collaborators',
  'variables',
  'api-keys',
  'personal-tokens',
  'accounts',
  'inject',
  'export',
  'activity',
  'billing',
  'contact',
  'operator',
]

/** The web app's slices, likewise. */
export const webLadder = [
  'accounts',
  'keyring',
  'subscription',
  'compliance',
  'projects',
  'workbench',
  'export',
  'environments',
  'collaborators',
  'personal-tokens',
  'api-keys',
  'activity',
  'cli',
  'contact',
  'reference',
  'landing',
  'operator',
]

/** The folders of the web app's largest slice, likewise; workbench.tsx composes them. */
export const workbenchLadder = [
  'data',
  'comparison',
  'arrangement',
  'parts',
  'import',
  'drafts',
  'download',
  'history',
  'copy',
  'form',
  'store',
  'same-value',
  'content',
  'toolbar',
  'grid',
  'text',
  'view',
]

/** The folders of the web app's app/, likewise. */
export const appLadder = ['shell', 'commands', 'invite', 'routes']

const ours = '^(packages|apps|dev|e2e)/'
const webSlices = '^apps/web/src/features'
const webWorkbench = `${webSlices}/workbench`
const slices = '^apps/server/src/features'
const tests = '\\.test\\.tsx?$|/(tests|vectors)/'
const shipped = '^(packages|apps)/[^/]+/src/'
const variableFields = '^packages/formats/src/fields/'
const dialects = '^packages/formats/src/dialect\\.ts$'

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** A rule for each rung below the top: it imports none above it. */
const leftNeverImportsRight = (prefix, folder, rungs) =>
  rungs
    .slice(0, -1)
    .map((left, rung) =>
      rule(
        `${prefix}-${left}`,
        'Left never imports right.',
        { path: `${folder}/${left}/`, pathNot: tests },
        { path: `${folder}/(${rungs.slice(rung + 1).join('|')})/` },
      ),
    )

const packages = [
  rule(
    'pure-packages-stand-alone',
    'integrity, formats and command import none of our other packages.',
    { path: '^packages/(integrity|formats|command)/src/', pathNot: tests },
    { path: ours, pathNot: '^packages/$1/' },
  ),
  rule(
    'fields-stand-alone',
    'The vault and the contract import the fields of a variable, which import nothing else.',
    { path: variableFields, pathNot: tests },
    { pathNot: variableFields },
  ),
  rule(
    'vault-knows-integrity-and-fields',
    'The vault imports integrity, the fields of a variable, and nothing else of ours.',
    { path: '^packages/vault/src/', pathNot: tests },
    { path: ours, pathNot: ['^packages/(vault|integrity)/', variableFields] },
  ),
  rule(
    'client-knows-contract-only',
    'The client imports the contract and none of our other packages.',
    { path: '^packages/client/src/', pathNot: tests },
    { path: ours, pathNot: '^packages/(client|contract)/' },
  ),
  rule(
    'cryptography-imports-crypto-only',
    'integrity and vault do no I/O: they import only node:crypto.',
    { path: '^packages/(integrity|vault)/src/', pathNot: tests },
    { pathNot: ['^packages/(integrity|vault)/', variableFields, '^(node:)?crypto$'] },
  ),
  rule(
    'contract-imports-zod-and-fields',
    'The contract runs on server and client: it imports only zod, the fields of a variable and the names of formats.',
    { path: '^packages/contract/src/', pathNot: tests },
    { pathNot: ['^packages/contract/', variableFields, dialects, '(^|/)node_modules/zod/'] },
  ),
  rule(
    'formats-and-client-run-anywhere',
    'Code that also runs in a browser imports no Node module.',
    { path: '^packages/(formats|client|command)/src/', pathNot: tests },
    { dependencyTypes: ['core'] },
  ),
]

const apps = [
  rule(
    'apps-stand-apart',
    'Apps share code through packages and never import each other. The manual describes commands as it is built.',
    { path: '^apps/([^/]+)/', pathNot: '^apps/web/manual/command-list.ts$' },
    { path: '^apps/', pathNot: '^apps/$1/' },
  ),
  rule(
    'packages-below-apps',
    'Packages import no app, not even in their tests.',
    { path: '^packages/' },
    { path: '^apps/' },
  ),
  rule(
    'nothing-that-ships-imports-dev',
    'dev/ and e2e/ never ship.',
    { path: shipped, pathNot: tests },
    { path: '^(dev|e2e)/' },
  ),
  rule(
    'nothing-that-ships-imports-tests',
    'Shipped code is in src/ and imports neither tests nor anything beside src/.',
    { path: shipped, pathNot: tests },
    { path: `${tests}|^(packages|apps)/[^/]+/(?!src/|node_modules/|package\\.json$)` },
  ),
  rule(
    'ships-with-its-dependencies',
    'Everything that the server, the CLI and the packages import at run time is one of their dependencies.',
    { path: '^(packages/[^/]+|apps/(server|cli))/src/', pathNot: tests },
    {
      dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
      dependencyTypesNot: ['type-only'],
      pathNot: '^packages/',
    },
  ),
  rule(
    'settings-are-read-in-one-place',
    'Only config/ reads environment variables; node:process would bypass the lint rule.',
    { path: shipped, pathNot: [tests, '^apps/(server|cli)/src/config/'] },
    { path: '^(node:)?process$' },
  ),
]

const server = [
  rule(
    'floor-below-features',
    'The features use http, db, mail, outbound, jobs, config, idempotency and the context, which import none of them.',
    {
      path: '^apps/server/src/((http|db|mail|outbound|jobs|config|idempotency)/|context\\.ts$)',
      pathNot: tests,
    },
    { path: `${slices}/` },
  ),
  rule(
    'entries-on-top',
    'commands/, instance/, app.ts and main.ts compose the application; nothing below imports them.',
    { path: '^apps/server/src/(?!commands/|instance/)([^/]+)/', pathNot: tests },
    { path: '^apps/server/src/((app|main)\\.ts$|commands/|instance/)' },
  ),
  rule(
    'slices-are-on-the-ladder',
    `A slice is one of: ${ladder.join(', ')}.`,
    { path: '^apps/server/src/' },
    { path: `${slices}/[^/]+/`, pathNot: `${slices}/(${ladder.join('|')})/` },
  ),
  ...leftNeverImportsRight('ladder', slices, ladder),
  rule(
    'operator-cannot-reach-vault',
    'Operator code cannot reach the code that decrypts values, not even indirectly.',
    { path: `${slices}/operator/`, pathNot: tests },
    { path: '^packages/vault/', reachable: true },
  ),
  rule(
    'outbound-requests-in-one-place',
    'Context.fetch calls other servers: it has an allow-list and limits. Only http/node-server.ts needs the HTTP module.',
    { path: '^apps/server/src/', pathNot: [tests, '^apps/server/src/http/node-server\\.ts$'] },
    {
      path: '^(node:)?(https?|http2)$|(^|/)node_modules/(undici|axios|got|ky|node-fetch)/',
      dependencyTypesNot: ['type-only'],
    },
  ),
  rule(
    'payment-sdks-in-payments',
    'A provider is spoken to by its own file in payments/, which gives its SDK the bounded fetch.',
    { path: shipped, pathNot: [tests, '^apps/server/src/payments/'] },
    { path: '(^|/)node_modules/(stripe|dodopayments|@polar-sh|@lemonsqueezy|standardwebhooks)/' },
  ),
  rule(
    'sql-in-stores-only',
    'Only *-store.ts files and db/ import kysely, pg and node:sqlite.',
    { path: shipped, pathNot: [tests, '-store\\.ts$', '^apps/server/src/db/'] },
    { path: '(^|/)node_modules/(@types/)?(kysely|pg|pg-[^/]+)/|^(node:)?sqlite$' },
  ),
]

const operatorPage = '^apps/web/src/(operator[^/]*\\.tsx?$|operator/|features/operator/)'
const publicPages =
  '^apps/web/src/(public[^/]*\\.tsx?$|prerender\\.tsx$|public/|features/(landing|reference|contact)/)'

const web = [
  rule(
    'ui-has-no-product-words',
    'ui/ imports none of our other code.',
    { path: '^apps/web/src/ui/', pathNot: tests },
    { path: ours, pathNot: '^apps/web/src/ui/' },
  ),
  rule(
    'connection-has-no-product-words',
    'connection/ knows the session, the vault and the API; what is kept behind them belongs to the slices.',
    { path: '^apps/web/src/connection/', pathNot: tests },
    {
      path: `^apps/web/src/(app|features)/|^packages/contract/src/(?!(accounts/accounts|endpoint|errors)\\.ts$)`,
    },
  ),
  rule(
    'web-features-below-app',
    'app/ composes the slices.',
    { path: `${webSlices}/` },
    { path: '^apps/web/src/app/' },
  ),
  rule(
    'web-slices-are-on-the-ladder',
    `A slice of the web app is one of: ${webLadder.join(', ')}.`,
    { path: '^apps/web/src/' },
    { path: `${webSlices}/[^/]+/`, pathNot: `${webSlices}/(${webLadder.join('|')})/` },
  ),
  ...leftNeverImportsRight('web-ladder', webSlices, webLadder),
  rule(
    'workbench-composes-folders',
    'workbench.tsx composes the folders beside it; none of them imports it.',
    { path: `${webWorkbench}/[^/]+/`, pathNot: tests },
    { path: `${webWorkbench}/[^/]+$` },
  ),
  rule(
    'workbench-folders-are-on-the-ladder',
    `A folder of workbench/ is one of: ${workbenchLadder.join(', ')}.`,
    { path: '^apps/web/src/' },
    { path: `${webWorkbench}/[^/]+/`, pathNot: `${webWorkbench}/(${workbenchLadder.join('|')})/` },
  ),
  ...leftNeverImportsRight('workbench', webWorkbench, workbenchLadder),
  ...leftNeverImportsRight('app', '^apps/web/src/app', appLadder),
  rule(
    'no-vault-in-the-browser',
    'Code that decrypts values never reaches a browser.',
    { path: '^apps/web/src/', pathNot: tests },
    { path: '^packages/vault/', reachable: true },
  ),
  rule(
    'operator-page-cannot-reach-vault',
    'The operator area cannot reach the code that holds master passwords or shows values, not even indirectly.',
    { path: operatorPage, pathNot: tests },
    {
      path: '^(packages/vault/|apps/web/src/(connection/vault|features/(keyring|workbench))/)',
      reachable: true,
    },
  ),
  rule(
    'operator-page-apart-from-the-app',
    'The app contains no code of the operator area, which is a page of its own.',
    { path: '^apps/web/src/', pathNot: [tests, operatorPage] },
    { path: operatorPage },
  ),
  rule(
    'public-pages-apart-from-the-app',
    'Public pages contain no code of the app or of the operator area, not even indirectly.',
    { path: publicPages, pathNot: tests },
    {
      path: '^apps/web/src/(app/(?!paths\\.ts$|shell/(logo|mark|missing-chunk)\\.)|operator|features/(?!accounts/|landing/|reference/|contact/))',
      reachable: true,
    },
  ),
  rule(
    'app-apart-from-public-pages',
    'The app contains no code of the public pages, which are pages of their own.',
    { path: '^apps/web/src/', pathNot: [tests, publicPages] },
    { path: publicPages },
  ),
  rule(
    'markdown-becomes-html-at-build',
    'apps/web/manual renders the manual: nothing that a browser loads parses Markdown.',
    { path: '^apps/web/src/', pathNot: tests },
    { path: '(^|/)node_modules/markdown-it/' },
  ),
  rule(
    'messages-through-one-file',
    'Messages are shown by ui/feedback/toast.ts, one of a kind at a time.',
    { path: '^apps/web/src/', pathNot: '^apps/web/src/ui/feedback/sonner-toaster.tsx$' },
    { path: '(^|/)node_modules/sonner/' },
  ),
  rule(
    'no-node-in-the-browser',
    'The web app imports no Node module.',
    { path: '^apps/web/src/', pathNot: tests },
    { dependencyTypes: ['core'] },
  ),
]

const everywhere = [
  rule('no-cycles', 'No import cycle, types included.', {}, { circular: true }),
  rule('no-loose-ends', 'Every import leads somewhere.', {}, { couldNotResolve: true }),
]

export default {
  forbidden: [...everywhere, ...packages, ...apps, ...server, ...web],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: '(^|/)node_modules/' },
    exclude: { path: '^((packages|apps)/[^/]+/dist|e2e/(test-results|playwright-report))/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css', '.json'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
