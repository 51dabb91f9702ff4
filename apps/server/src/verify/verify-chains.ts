import type { Db } from '../db/connect.ts'
import { headText, type NotedHead } from '../features/audit-log/head-text.ts'
import { verifyChain } from '../features/audit-log/verify-chain.ts'
import type { OpenedData } from './open-for-verifying.ts'

type Say = (line: string) => void

/** Walks both chains and says what is found. @returns how many are broken */
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
      say(`${chain}: BROKEN at entry ${sequence}: ${why}. Before it, ${entries} hold.`)
    } else {
      say(`${chain}: whole, ${entries}.`)
      say(`${chain}: to compare later: --head ${headText(chain, verdict.head)}`)
    }
    for (const { sequence } of verdict.trimmed)
      say(`${chain}: entry ${sequence} was trimmed since it was noted; nothing is left to compare it with.`)
  }
  if (noted.length === 0)
    say('Without --head, chains whose end was cut off and an older copy of everything look whole.')
  return broken
}
