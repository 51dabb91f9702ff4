import type { Db } from '../db/connect.ts'
import { headText, type NotedHead } from '../features/audit-log/head-text.ts'
import { verifyChain } from '../features/audit-log/verify-chain.ts'
import type { OpenedData } from './open-for-verifying.ts'

type Say = (line: string) => void

/** Walks both chains and prints what it finds. @returns how many are broken */
export async function verifyChains(
  { db, secrets }: Pick<OpenedData, 'secrets'> & { readonly db: Db },
  noted: readonly NotedHead[],
  say: Say,
): Promise<number> {
  let broken = 0
  for (const chain of ['activity', 'usage'] as const) {
    const verdict = await verifyChain({ db, secrets }, chain, noted)
    const entries = verdict.entries === 1 ? '1 entry' : `${verdict.entries} entries`
    if (verdict.broken) {
      broken++
      const { sequence, why } = verdict.broken
      say(`${chain}: BROKEN at entry ${sequence}: ${why}. ${entries} before it are valid.`)
    } else {
      say(`${chain}: valid, ${entries}.`)
      say(`${chain}: to compare later: --head ${headText(chain, verdict.head)}`)
    }
    for (const { sequence } of verdict.trimmed)
      say(`${chain}: entry ${sequence} has been trimmed since it was noted, so it cannot be compared.`)
  }
  if (noted.length === 0)
    say('Without --head, a chain whose end was cut off and an older copy of the whole database look valid.')
  return broken
}
