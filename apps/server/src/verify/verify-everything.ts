import type { NotedPoint } from '../features/audit-log/verdict.ts'
import { authenticatedTables } from './authenticated-tables.ts'
import { isDamage, type OnFinding } from './finding.ts'
import { findMissingFactors } from './missing-factor-store.ts'
import { findMissingRows, findUnloggedDeletions } from './missing-row-store.ts'
import type { OpenedData } from './open-for-verifying.ts'
import { verifyChains } from './verify-chains.ts'
import { verifyEnvironments } from './verify-environments.ts'
import { verifyPages } from './walk-store.ts'

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/**
 * Walks everything in the database that has a MAC or belongs together, one page at a time, and reports what is invalid.
 * @returns how many problems there are
 */
export async function verifyEverything(
  opened: OpenedData,
  noted: readonly NotedPoint[],
  say: (line: string) => void,
): Promise<number> {
  const { db, engine, secrets } = opened
  let problems = 0
  const onFinding: OnFinding = (table, id, problem) => {
    problems++
    say(`BROKEN ${table} ${id}: ${problem}`)
  }
  /** An unreadable table is broken, and hides no other problem. */
  const step = async (name: string, work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      if (!isDamage(error)) throw error
      onFinding(name, '*', 'cannot be read: its pages are damaged')
    }
  }
  await step('pages', () => verifyPages(db, engine, onFinding))
  await step('chains', async () => {
    problems += await verifyChains(opened, noted, say)
  })
  for (const { table, verify } of authenticatedTables)
    await step(table, async () =>
      say(`${table}: ${counted(await verify(db, secrets, onFinding), 'row')} checked.`),
    )
  await step('environments', async () => {
    const count = await verifyEnvironments(db, secrets, onFinding)
    say(`Histories, epochs and holders: ${counted(count, 'environment')} checked.`)
  })
  await step('references', () => findMissingRows(db, onFinding))
  await step('activity', () => findUnloggedDeletions(db, onFinding))
  await step('activity', () => findMissingFactors(db, onFinding))
  say(
    problems === 0 ? 'Everything that can be verified is valid.' : `BROKEN: ${counted(problems, 'problem')}.`,
  )
  return problems
}
