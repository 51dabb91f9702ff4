import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Source code that knows which engine it runs on, locks, or has SQL that Kysely does not write. */
const engineText = /\bengine\b|\bsql[<`.]|\bforUpdate\b|\bforShare\b|\bskipLocked\b|\blockRows\b/

/** Text of tests that run on two nodes, or look at the engine themselves. */
const ownEngine = /\bstartServer\(\{ engine|\bwithSecondNode\b|\banotherNode\b|\bsql[<`.]|engine ===/

/** Text of tests of what happens at the same time. */
const isConcurrent = /\bPromise\.all(?:Settled)?\(|\b(?:at the same time|simultaneous|concurrent|races?)\b/

/** Where a test or a declaration begins. */
const part =
  /\n\s*(?=(?:test|beforeAll|beforeEach|afterAll|afterEach)[.(]|(?:const|let|function|async function) \w)/

/**
 * Which tests of a file run on PostgreSQL as well as on SQLite: all if the code beside them has text for one engine, or
 * in long runs; else those on two nodes, of what happens at the same time, and that look at the engine themselves, also
 * by what the file declares. The statements of all others are prepared on PostgreSQL, which finds what it would reject
 * (prepared-statements.ts).
 * @param testPath absolute
 * @returns says for the title of a test whether it runs on PostgreSQL; undefined if none does
 */
export function postgresTests(testPath: string, isLong: boolean): ((title: string) => boolean) | undefined {
  if (isLong || sourcesBeside(testPath).some((path) => hasEngineText(readFileSync(path, 'utf8'))))
    return () => true
  const parts = readFileSync(testPath, 'utf8').split(part)
  const tests = parts.filter((part) => part.startsWith('test'))
  const names = parts
    .filter((part) => ownEngine.test(part))
    .map((part) => /^(?:const|let|function|async function) (\w+)/.exec(part)?.[1])
    .filter((name) => name !== undefined)
  const uses = new RegExp(`\\b(?:${names.join('|') || '(?!)'})\\b`)
  const others = tests.filter((test) => !ownEngine.test(test) && !isConcurrent.test(test) && !uses.test(test))
  if (others.length === tests.length) return undefined
  const titles = new Set(others.map((test) => /(['"`])(.*?)\1/.exec(test)?.[2]))
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
