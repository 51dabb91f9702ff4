// `npm test -- --changed`: the tests that a change reaches, nearest first.
//
// Imports alone say nothing on the server: each of its tests starts all of it. Therefore its application and the
// worlds of tests stop a change, and a test reaches the code of the endpoints that it names, and all of its own feature:
// a sweep, say, has no endpoint.

import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { root } from './root.mjs'

const isTest = (path: string): boolean => /\.(?:test|spec)\.tsx?$/.test(path)
const patterns = ['{packages,apps,dev}/**/*.test.{ts,tsx}', 'e2e/**/*.spec.ts']

/** What starts or lists everything: who imports it does not test what it imports. */
const isHub = (path: string): boolean =>
  path.startsWith('dev/world/') ||
  /^apps\/server\/src\/(?:app|open-instance|start)\.ts$|\/every-\w+\.ts$|\/routes\.tsx?$/.test(path)

/** Journeys, lifecycles and faults take a minute for a few: they run if they were changed themselves, or in full runs. */
const isSlow = (path: string): boolean => /^(?:e2e|dev\/lifecycle|dev\/faults|dev\/crash)\//.test(path)

/** The code that reads a text: a change of the text reaches who imports its reader. */
const readerOf = (path: string): string[] =>
  path.startsWith('docs/manual/') ? ['apps/web/manual/read-manual.ts'] : []

/** Those of components. */
export const isInBrowser = (path: string): boolean => path.endsWith('.browser.test.tsx')

/** The folder of a feature of the server, or of its infrastructure. */
const featureOf = (path: string): string | undefined =>
  /^apps\/server\/src\/(?:features\/(?:operator\/)?)?[^/]+(?=\/)/.exec(path)?.[0]

/** As many as run in a minute on two processors: tests in a browser take longer. */
const maxFiles = { plain: 22, browser: 5 }

export interface ChangedTests {
  /** Relative to the checkout. */
  readonly tests: string[]
  /** How many more the change reaches, from farther away. */
  readonly left: number
}

/** Who imports each file; and for code of the server, which tests name its endpoints. */
type Importers = ReadonlyMap<string, Set<string>>

/** @param base a commit; by default what is not committed yet, or else the last commit */
export async function changedTests(base?: string): Promise<ChangedTests> {
  return testsOf(changedFiles(base), await readImporters())
}

/** The tests that changes of these files reach. */
export function testsOf(changed: readonly string[], importers: Importers): ChangedTests {
  const distances = reach([...changed, ...changed.flatMap(readerOf)], importers)
  const features = new Set(changed.flatMap((path) => featureOf(path) ?? []))
  for (const test of listTests())
    if (features.has(featureOf(test) ?? '')) distances.set(test, Math.min(distances.get(test) ?? 2, 2))
  const reached = [...distances.keys()]
    .filter((path) => isTest(path) && existsSync(join(root, path)))
    .filter((path) => !isSlow(path) || changed.includes(path))
    .sort((left, right) => rank(left) - rank(right))
  const tests = [
    ...reached.filter((path) => !isInBrowser(path)).slice(0, maxFiles.plain),
    ...reached.filter(isInBrowser).slice(0, maxFiles.browser),
  ]
  return { tests, left: reached.length - tests.length }

  /** Tests in the folder of a change come first. */
  function rank(path: string): number {
    if (changed.includes(path)) return -2
    if (changed.some((changedPath) => dirname(changedPath) === dirname(path))) return -1
    return distances.get(path) ?? 0
  }
}

export function changedFiles(base: string | undefined): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const since = (commit: string) => [
    ...git('diff', '--name-only', '--no-renames', commit),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
  if (base !== undefined) return since(base)
  const uncommitted = since('HEAD')
  return uncommitted.length > 0 ? uncommitted : since('HEAD~1')
}

const listTests = (): string[] =>
  globSync(patterns, { cwd: root, exclude: (path) => /node_modules|dist$/.test(path) })

/** Steps of imports from the changed files to all that they reach. */
function reach(changed: readonly string[], importers: Importers): Map<string, number> {
  const distances = new Map(changed.map((path) => [path, 0]))
  // A map goes on with what is added meanwhile, in that order.
  for (const [path, distance] of distances)
    for (const importer of importers.get(path) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1)
  return distances
}

export async function readImporters(): Promise<Importers> {
  const tests = listTests()
  const importers = new Map<string, Set<string>>()
  const add = (path: string, importer: string) =>
    importers.set(path, (importers.get(path) ?? new Set()).add(importer))
  for (const [importer, { imports }] of Object.entries(await readImports(tests))) {
    if (isHub(importer)) continue
    for (const { path, external } of imports) if (!external) add(path, importer)
  }
  const endpoints = readEndpoints()
  for (const test of tests.filter((path) => path.startsWith('apps/server/'))) {
    const words = new Set(readFileSync(join(root, test), 'utf8').match(/\w+/g))
    for (const [endpoint, handlers] of endpoints)
      if (words.has(endpoint)) for (const handler of handlers) add(handler, test)
  }
  return importers
}

/** The bundler reads all imports of all tests in seconds; nothing is written. */
async function readImports(tests: readonly string[]) {
  const ours: Plugin = {
    name: 'only our own code',
    setup: ({ onResolve }) =>
      onResolve({ filter: /^[^./]/ }, ({ path }) =>
        path.startsWith('@envhold/') ? undefined : { path, external: true },
      ),
  }
  const { metafile } = await build({
    stdin: { contents: tests.map((path) => `import './${path}'`).join('\n'), resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    treeShaking: false,
    outdir: 'unwritten',
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    plugins: [ours],
    loader: { '.css': 'empty', '.woff2': 'empty', '.svg': 'empty', '.png': 'empty' },
  })
  return metafile.inputs
}

/** The files that answer each endpoint: that of its verb, or what the statement of its route names. */
function readEndpoints(): Map<string, string[]> {
  const endpoints = new Map<string, string[]>()
  for (const file of globSync('apps/server/src/**/*.ts', { cwd: root, exclude: isTest })) {
    const verbs = readFileSync(join(root, file), 'utf8').matchAll(/^export const (\w+) = verb\w*\(/gm)
    for (const [, name = ''] of verbs) endpoints.set(name, [file])
  }
  for (const file of globSync('apps/server/src/**/*routes.ts', { cwd: root })) {
    const [head = '', ...statements] = readFileSync(join(root, file), 'utf8').split(
      /\broute\(\s*(?:\w+\.)?(?=\w)/,
    )
    const imported = [...head.matchAll(/import (?:type )?\{([^}]*)\} from '(\.[^']+)'/g)].flatMap(
      ([, names = '', path = '']) =>
        (names.match(/\w+/g) ?? []).map((name) => [name, join(dirname(file), path)] as const),
    )
    for (const statement of statements) {
      const words = new Set(statement.match(/\w+/g))
      const handlers = imported.filter(([name]) => words.has(name)).map(([, path]) => path)
      const [endpoint = ''] = words
      endpoints.set(endpoint, [file, ...handlers])
    }
  }
  return endpoints
}
