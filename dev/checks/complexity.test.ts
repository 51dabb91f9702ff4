import { expect, test } from 'vitest'
import { findComplexity, judgeComplexity } from './complexity.ts'

const rulesIn = (path: string, text: string) => findComplexity(path, text).map(({ rule }) => rule)
const longFunction = (name: string, lines: number) => `function ${name}() {\n${'  1\n'.repeat(lines - 2)}}\n`

test('five parameters are a warning, four are none', () => {
  expect(rulesIn('a.ts', 'const f = (a, b, c, d, e) => a')).toEqual(['parameters'])
  expect(rulesIn('a.ts', 'function f(a, b, c, d) {}')).toEqual([])
})

test('more than 80 lines are a warning, for a component more than 120', () => {
  expect(rulesIn('a.ts', longFunction('f', 81))).toEqual(['lines'])
  expect(rulesIn('a.ts', longFunction('f', 80))).toEqual([])
  expect(rulesIn('a.tsx', longFunction('Table', 120))).toEqual([])
  expect(rulesIn('a.tsx', longFunction('Table', 121))).toEqual(['lines'])
  expect(rulesIn('a.tsx', longFunction('useTable', 81))).toEqual(['lines'])
})

test('more than fifteen imports of ours are a warning; those of libraries do not count', () => {
  const imports = (count: number, from: string) =>
    Array.from({ length: count }, (_, i) => `import a${i} from '${from}${i}'\n`).join('')
  expect(rulesIn('a.ts', imports(16, './a'))).toEqual(['imports'])
  expect(rulesIn('a.ts', imports(15, './a') + imports(9, 'library'))).toEqual([])
  expect(rulesIn('a.ts', imports(10, '@envhold/vault/a') + imports(6, '../a'))).toEqual(['imports'])
  expect(rulesIn('apps/server/src/features/a/routes.ts', imports(30, './a'))).toEqual([])
})

test('the number of warnings may neither rise nor stay written down once it fell', () => {
  const allowed = { lines: 1, parameters: 0 }
  const warning = { rule: 'lines', text: '' } as const
  expect(judgeComplexity([warning], 9, allowed)).toEqual([])
  expect(judgeComplexity([warning, warning], 9, allowed)).toEqual(['2 warnings about lines: 1 are allowed'])
  expect(judgeComplexity([], 9, allowed)[0]).toContain('lower the allowed 1')
})

test('one file in twenty may import much', () => {
  const allowed = { lines: 0, parameters: 0 }
  const warnings = [1, 2].map(() => ({ rule: 'imports', text: '' }) as const)
  expect(judgeComplexity(warnings, 40, allowed)).toEqual([])
  expect(judgeComplexity(warnings, 39, allowed)).toEqual(['2 warnings about imports: 1 are allowed'])
})
