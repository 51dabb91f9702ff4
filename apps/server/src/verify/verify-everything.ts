import { formatCount } from '@envhold/contract/format-count.ts'
import type { NotedPoint } from '../features/audit-log/verdict.ts'
import { authenticatedTables } from './authenticated-tables.ts'
import { isDamage, type OnFinding } from './finding.ts'
import { findMissingActions } from './missing-action-store.ts'
import { findMissingFactors } from './missing-factor-store.ts'
import { findMissingRows, findUnloggedDeletions } from './missing-row-store.ts'
import type { OpenedData } from './open-for-verifying.ts'
import { verifyChains } from './verify-chains.ts'
import { verifyEnvironments } from './verify-environments.ts'
import { verifySearch } from './verify-search.ts'
import { verifyPages } from './walk-store.ts'

/**
 * Walks everything in the database that has a MAC or belongs together, one page at a time, and reports what is invalid.
 * @returns how many problems there are
 */
export async function verifyEverything(
  opened: OpenedData,
  noted: readonly NotedPoint[],
  info: (line: string) => void,
): Promise<number> {
  const { db, engine, secrets } = opened
  let problems = 0
  const onFinding: OnFinding = (table, id, problem) => {
    problems++
    info(`BROKEN ${table} ${id}: ${problem}`)
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
    problems += await verifyChains(opened, noted, info)
  })
  for (const { table, verify } of authenticatedTables)
    await step(table, async () =>
      info(`${table}: ${formatCount(await verify(db, secrets, onFinding), 'row')} checked.`),
    )
  await step('environments', async () => {
    const count = await verifyEnvironments(db, secrets, onFinding)
    info(`Histories, epochs and holders: ${formatCount(count, 'environment')} checked.`)
  })
  await step('references', () => findMissingRows(db, onFinding))
  await step('activity_terms', async () =>
    info(
      `Search and lines of the activity: ${formatCount(await verifySearch(db, onFinding), 'text')} checked.`,
    ),
  )
  await step('activity', () => findUnloggedDeletions(db, onFinding))
  await step('activity', () => findMissingFactors(db, onFinding))
  await step('operator_actions', () => findMissingActions(db, onFinding))
  info(
    problems === 0
      ? 'Everything that can be verified is valid.'
      : `BROKEN: ${formatCount(problems, 'problem')}.`,
  )
  return problems
}
