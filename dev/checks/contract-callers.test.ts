// Nothing is served that nobody calls: each endpoint is called by the web app or the command line, or by somebody
// outside who is named here, with what they call it for.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { everyEndpoint } from '@envhold/contract/every-endpoint.ts'
import { expect, test } from 'vitest'
import { root } from '../setup/root.mjs'
import { listPaths } from './source-files.ts'

const outsiders: Readonly<Record<string, string>> = {
  inject: 'CI/CD with an API key: curl, a GitHub action',
  readSchema: 'CI/CD that checks which variables there are',
  countVariables: 'clients of the specified API: our own read the counts with the environments',
  checkLimit: 'clients of the specified API: our own read the usage with the limits',
  receiveWebhook: 'payment providers',
  readLiveness: 'the supervisor of the process',
  readReadiness: 'the load balancer',
  renameEnvironment: 'clients of the specified API: our own change an environment',
  readRole: 'clients of the specified API: our own read them all',
  listApiKeyPermissions: 'clients of the specified API: our own have them in the contract',
  readUserPermissions: 'clients of the specified API: our own read the role',
}

const isSource = (path: string) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)
/** What files import from the contract as values: a type alone calls nothing. */
const valueImport = /import (?!type )\{([^}]*)\} from '@envhold\/contract\/[^']+'/g
/** Some are imported only when they are called. */
const lateImport = /const \{([^}]*)\} = await import\('@envhold\/contract\/[^']+'\)/g
/** But for the endpoints that the command line calls without loading their schemas. */
const leanEndpoint = /\blean<typeof (\w+)>/g

const importedBy = (folder: string): ReadonlySet<string> => {
  const names = listPaths(root, [folder])
    .filter(isSource)
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .flatMap((text) =>
      [valueImport, lateImport, leanEndpoint].flatMap((pattern) => [...text.matchAll(pattern)]),
    )
    .flatMap(([, list = '']) => list.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.split(' as ')[0] ?? '')
  return new Set(names)
}

const web = importedBy('apps/web/src')
const commandLine = importedBy('apps/cli/src')

test.each(everyEndpoint.map(({ name }) => name))('%s is called', (name) => {
  const isCalled = web.has(name) || commandLine.has(name)
  expect(isCalled || name in outsiders, 'Call it, remove it, or name who calls it.').toBe(true)
  expect(isCalled && name in outsiders, 'It is called by us: nobody outside has to be named.').toBe(false)
})

test('nobody outside is named for an endpoint that is gone', () => {
  const names = everyEndpoint.map(({ name }) => name)
  expect(Object.keys(outsiders).filter((name) => !names.includes(name))).toEqual([])
})

test('the page about the API names the calls that take an Idempotency-Key', () => {
  const page = readFileSync(join(root, 'docs/api.md'), 'utf8')
  const listed = /These calls take a key: ([^.]+)\./.exec(page)?.[1]?.match(/\w+/g) ?? []
  const keyed = everyEndpoint.filter(({ idempotency }) => idempotency).map(({ name }) => name)
  expect(listed.toSorted()).toEqual(keyed.toSorted())
})
