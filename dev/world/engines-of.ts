import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Engine } from '../../apps/server/src/db/connect.ts'

/** Source code that knows which engine it runs on, locks, or has SQL that Kysely does not write. */
const engineText = /\bengine\b|\bsql[<`.]|\bforUpdate\b|\bforShare\b|\bskipLocked\b|\blockRows\b/

/** Tests of concurrency or of two nodes, or that look at the engine themselves. */
const ownEngine =
  /\bstartServer\(\{ engine|\bwithSecondNode\b|\banotherNode\b|\bPromise\.allSettled\b|\bsql[<`.]|engine ===|test[^'`]*['`][^'`]*\b(?:at the same time|simultaneous|concurrent|races?)\b/

const both: readonly Engine[] = ['sqlite', 'postgres']

/**
 * The engines on which the tests of a file run: on both if the code beside them has text for one engine, if the tests
 * are about what only an engine decides, or in long runs. The statements of all other tests are prepared on PostgreSQL,
 * which finds what it would reject (prepared-statements.ts).
 * @param testPath absolute
 */
export function enginesOf(testPath: string, isLong: boolean): readonly Engine[] {
  if (isLong || ownEngine.test(readFileSync(testPath, 'utf8'))) return both
  return sourcesBeside(testPath).some((path) => hasEngineText(readFileSync(path, 'utf8'))) ? both : ['sqlite']
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
