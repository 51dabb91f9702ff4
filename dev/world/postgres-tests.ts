import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Source code that knows which engine it runs on, locks, or has SQL that Kysely does not write. */
const engineText = /\bengine\b|\bsql[<`.]|\bforUpdate\b|\bforShare\b|\bskipLocked\b|\blockRows\b/

/** Files of tests with two nodes, or that look at the engine themselves. */
const ownEngine = /\bstartServer\(\{ engine|\bwithSecondNode\b|\banotherNode\b|\bsql[<`.]|engine ===/

/** Tests of what happens at the same time. */
const isConcurrent = /\bPromise\.all(?:Settled)?\(|\b(?:at the same time|simultaneous|concurrent|races?)\b/

/**
 * Which tests of a file run on PostgreSQL as well as on SQLite: all if the code beside them has text for one engine,
 * if the tests are about what only an engine decides, or in long runs; of others those of what happens at the same
 * time. The statements of all others are prepared on PostgreSQL, which finds what it would reject
 * (prepared-statements.ts).
 * @param testPath absolute
 * @returns says for each title of a test whether it runs on PostgreSQL; undefined if none does
 */
export function postgresTests(testPath: string, isLong: boolean): ((title: string) => boolean) | undefined {
  const text = readFileSync(testPath, 'utf8')
  if (isLong || ownEngine.test(text)) return () => true
  if (sourcesBeside(testPath).some((path) => hasEngineText(readFileSync(path, 'utf8')))) return () => true
  const [, ...tests] = text.split(/\n\s*test(?=[.(])/)
  const others = tests.filter((one) => !isConcurrent.test(one))
  if (others.length === tests.length) return undefined
  const titles = new Set(others.map((one) => /(['"`])(.*?)\1/.exec(one)?.[2]))
  return (title) => !titles.has(title)
}

const hasEngineText = (source: string): boolean => /\/db\/|'kysely'/.test(source) && engineText.test(source)

/** The code that a test is about stands in its folder; what is at the root is about everything. */
function sourcesBeside(testPath: string): string[] {
  const folder = dirname(testPath)
  if (folder.endsWith('apps/server/src')) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(folder, name))
}
