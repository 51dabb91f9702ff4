// A rule that has never failed may check nothing. Here each is broken once, in a copy of the repository, and must be
// reported together with the file; and a valid repository must pass.

import { beforeAll, describe, expect, test } from 'vitest'
import config, { ladder } from '../../.dependency-cruiser.mjs'
import { accomplices, downwards, inOrder, outOfOrder, upsideDown } from './planted-imports.ts'
import { commandOf, plantedRepository } from './planted-repository.ts'
import { webAccomplices, webInOrder, webOutOfOrder } from './planted-web.ts'

describe('ladder', () => {
  const here = plantedRepository()
  const violations = [...outOfOrder, ...webOutOfOrder, ...upsideDown(ladder)]
  let faults = new Set<string>()

  beforeAll(async () => {
    here.current.plant({ ...inOrder, ...webInOrder, ...downwards(ladder) })
    const clean = await here.current.run(commandOf('ladder'))
    expect(clean).toMatchObject({ code: 0, output: expect.stringContaining('no dependency violations') })
    here.current.plant({ ...accomplices, ...webAccomplices })
    here.current.plant(Object.fromEntries(violations.map(([, path, content]) => [path, content])))
    expect((await here.current.run(commandOf('ladder'))).code).toBeGreaterThan(0)
    const { output } = await here.current.run([...commandOf('ladder'), '--output-type', 'json'])
    const { summary } = JSON.parse(output) as {
      summary: { violations: { from: string; rule: { name: string } }[] }
    }
    faults = new Set(summary.violations.map(({ from, rule }) => `${rule.name} ${from}`))
  })

  test.each(violations)('%s names %s', (rule, path) => expect(faults).toContain(`${rule} ${path}`))

  test('every rule is among those broken here', () => {
    const broken = new Set(violations.map(([rule]) => rule))
    expect(config.forbidden.map(({ name }) => name).filter((name) => !broken.has(name))).toEqual([])
  })
})

describe('lint', () => {
  const here = plantedRepository()
  const plain = 'export const one = 1\n'
  test.each([
    ['noExplicitAny', 'apps/cli/src/a.ts', 'export const a: any = 1\n'],
    ['noProcessEnv', 'apps/server/src/http/a.ts', 'export const a = process.env.HOME\n'],
    ['noBarrelFile', 'apps/cli/src/a.ts', "export { one } from './one.ts'\n"],
    ['noReExportAll', 'apps/cli/src/a.ts', "export * from './one.ts'\n"],
    ['noUnusedVariables', 'apps/cli/src/a.ts', 'const a = 1\n'],
    ['noUnusedImports', 'apps/cli/src/a.ts', "import { one } from './one.ts'\n"],
    ['useImportType', 'apps/cli/src/a.ts', "import { Stats } from 'node:fs'\n\nexport type A = Stats\n"],
    ['useImportExtensions', 'apps/cli/src/a.ts', "import { one } from './one'\n\nexport const a = one\n"],
    ['noFloatingPromises', 'apps/cli/src/a.ts', 'async function a() {}\n\nexport function b() {\n  a()\n}\n'],
    ['noConsole', 'apps/cli/src/a.ts', "console.log('a')\n"],
    ['noTsIgnore', 'apps/cli/src/a.ts', '// @ts-ignore\nexport const a: string = 1\n'],
    ['noNonNullAssertion', 'apps/cli/src/a.ts', 'export const a = (b: string[]) => b[0]!.length\n'],
    ['noRestrictedGlobals', 'apps/server/src/mail/a.ts', "export const a = () => fetch('https://a.b')\n"],
    ['noRestrictedGlobals', 'apps/server/src/a.ts', 'export const a = globalThis.fetch\n'],
    ['noRestrictedGlobals', 'apps/server/src/a.ts', "export const a = new WebSocket('wss://a.b')\n"],
    [
      'noFocusedTests',
      'apps/cli/src/a.test.ts',
      "import { test } from 'vitest'\n\ntest.only('a', () => {})\n",
    ],
    ['useFilenamingConvention', 'apps/cli/src/camelCase.ts', plain],
    ['format', 'apps/cli/src/a.ts', 'export const a = "a";\n'],
  ])('%s', async (rule, path, content) => {
    here.current.plant({ 'apps/cli/src/one.ts': plain, [path]: content })
    const { code, output } = await here.current.run([...commandOf('lint'), path])
    expect(code).toBeGreaterThan(0)
    expect(output).toMatch(new RegExp(`${rule}\\b`))
  })

  test('a file in order passes, and config/env.ts reads the environment', async () => {
    here.current.plant({ 'apps/server/src/config/env.ts': 'export const home = process.env.HOME\n' })
    const { code } = await here.current.run([...commandOf('lint'), 'apps/server/src/config/env.ts'])
    expect(code).toBe(0)
  })

  test('only outbound/create-fetch.ts and tests call fetch', async () => {
    for (const path of ['apps/server/src/outbound/create-fetch.ts', 'apps/server/src/a.test.ts']) {
      here.current.plant({ [path]: "export const a = () => fetch('https://a.b')\n" })
      const { code } = await here.current.run([...commandOf('lint'), path])
      expect(code, path).toBe(0)
    }
  })
})

describe('types', () => {
  const here = plantedRepository()
  test.each([
    ['TS2532', 'export const a = (b: string[]) => b[0].length\n'],
    ['TS2375', 'export const a: { b?: number } = { b: undefined }\n'],
    ['TS1294', 'export class A {\n  constructor(private b: number) {}\n}\n'],
    ['TS1484', "import { PathLike } from 'node:fs'\nexport type A = PathLike\n"],
    ['TS7030', 'export function a(b: number) {\n  if (b) return 1\n}\n'],
  ])('%s', async (error, content) => {
    here.current.plant({ 'apps/cli/src/a.ts': content })
    const { code, output } = await here.current.run(commandOf('types'))
    expect(code).toBeGreaterThan(0)
    expect(output).toContain(`apps/cli/src/a.ts`)
    expect(output).toContain(error)
  })
})

describe('unused', () => {
  const here = plantedRepository()
  test('a file, an export and a dependency that nobody uses, and one that is not listed', async () => {
    here.current.plant({
      'packages/contract/src/billing/plans.ts': 'export const plans = 1\nexport const unwanted = 2\n',
      'apps/cli/src/main.ts':
        "import 'zod'\nimport { plans } from '@envhold/contract/billing/plans.ts'\n\nplans.toFixed()\n",
      'apps/cli/src/forgotten.ts': 'export const forgotten = 1\n',
    })
    const { code, output } = await here.current.run(commandOf('unused'))
    expect(code).toBeGreaterThan(0)
    expect(output).toMatch(/Unused files.*apps\/cli\/src\/forgotten\.ts/s)
    expect(output).toMatch(/unwanted\s+packages\/contract\/src\/billing\/plans\.ts/)
    expect(output).not.toMatch(/^plans\s/m)
    expect(output).toMatch(/kysely\s+apps\/server\/package\.json/)
    expect(output).toMatch(/Unlisted dependencies.*zod\s+apps\/cli/s)
  })
})

describe('patterns', () => {
  const here = plantedRepository()
  test('what backtracks, what scans on from every start, and what is made of text', async () => {
    here.current.plant({
      'packages/formats/src/a.ts': 'export const a = /^(?:a+)+b$/\n',
      'apps/server/src/http/b.ts': 'export const b = /\\.[^/]*$/\n',
      'apps/cli/src/c.ts': "export const c = (d: string) => new RegExp(d, 'g')\n",
      'apps/cli/src/d.ts': 'export const d = /^[a-z]+\\d?$/u\n',
      'apps/cli/src/e.test.ts': 'export const e = /\\.[^/]*$/\n',
    })
    const { code, output } = await here.current.run(commandOf('patterns'))
    expect(code).toBe(1)
    expect(
      output
        .trim()
        .split('\n')
        .map((line) => line.split(':')[0])
        .sort(),
    ).toEqual(['apps/cli/src/c.ts', 'apps/server/src/http/b.ts', 'packages/formats/src/a.ts'])
  })
})

describe('sizes and names', () => {
  const here = plantedRepository()
  test('a file of 401 lines, and figures in ARCHITECTURE.md that are out of date', async () => {
    here.current.plant({
      'apps/web/src/long.tsx': '// line\n'.repeat(401),
      'ARCHITECTURE.md':
        'Of about 3 files that ship, half have at most 4 lines and nine out of ten at most 5.\n',
    })
    const { code, output } = await here.current.run(commandOf('sizes'))
    expect(code).toBe(1)
    expect(output).toContain('apps/web/src/long.tsx: 401 lines')
    expect(output).toContain('ARCHITECTURE.md: there are ')
  })

  test('a function with five parameters', async () => {
    here.current.plant({
      'packages/formats/src/five.ts': 'export const five = (a, b, c, d, e) => [a, b, c, d, e]\n',
    })
    const { code, output } = await here.current.run(commandOf('complexity'))
    expect(code).toBe(1)
    expect(output).toContain('packages/formats/src/five.ts: five takes 5 parameters')
  })

  test('names that say nothing, barrels, capitals', async () => {
    here.current.plant({
      'apps/web/src/lib/cn.ts': '',
      'packages/vault/src/index.ts': '',
      'apps/web/src/ui/Button.tsx': '',
    })
    const { code, output } = await here.current.run(commandOf('names'))
    expect(code).toBe(1)
    expect(
      output
        .trim()
        .split('\n')
        .map((line) => line.split(':')[0]),
    ).toEqual(['packages/vault/src/index.ts', 'apps/web/src/lib/', 'apps/web/src/ui/Button.tsx'])
  })
})
