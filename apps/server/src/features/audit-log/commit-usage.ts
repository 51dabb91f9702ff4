import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { type PackedUsage, usageDigest, usageLink, usageMac } from '@envhold/integrity/usage-chain.ts'
import { packUsage } from '@envhold/integrity/usage-entries.ts'
import type { Row } from '../../db/tables.ts'
import { blockLength } from './block.ts'
import type { MovedHead, UsageHead } from './usage-chain-store.ts'
import type { UsageEntry } from './usage-entry.ts'

/** The times of a chain ascend unless a clock was wrong by more than this. */
const maxClockLagMs = 60_000

/** What one commit appends to the chain of a project. */
export interface UsageCommit {
  readonly packs: readonly Row<'usage_packs'>[]
  readonly head: MovedHead
}

/** Appends the entries of one project to its chain. @returns the rows to write, and the new end of the chain */
export function commitUsage(
  secrets: ServerSecrets,
  before: UsageHead,
  { entries, now }: { readonly entries: readonly UsageEntry[]; readonly now: number },
): UsageCommit {
  const { projectId } = before
  const at = before.at > now && before.at - now < maxClockLagMs ? before.at : now
  const packs = packsOf(before, entries, at)
  const linked: PackedUsage[] = packs.map(({ last_sequence, digest }) => ({ last: last_sequence, digest }))
  const sequence = before.sequence + entries.length
  const link = usageLink({
    projectId,
    previousLink: before.link,
    first: before.sequence + 1,
    at,
    packs: linked,
  })
  const mac = usageMac(secrets, { projectId, sequence, link })
  const last = packs.length - 1
  return {
    packs: packs.map((pack, index) => (index === last ? { ...pack, link, mac } : pack)),
    head: { projectId, sequence, at, link, mac },
  }
}

/** One pack for each key, and another where a block ends: a block consists of whole packs. */
function packsOf(
  { projectId, sequence }: UsageHead,
  entries: readonly UsageEntry[],
  at: number,
): Row<'usage_packs'>[] {
  const packs: Row<'usage_packs'>[] = []
  let last = sequence
  for (const [keyId, ofKey] of Map.groupBy(entries, (entry) => entry.keyId))
    for (let done = 0; done < ofKey.length; ) {
      const room = blockLength - (last % blockLength)
      const calls = ofKey.slice(done, done + room)
      const text = packUsage(calls)
      packs.push({
        project_id: projectId,
        first_sequence: last + 1,
        last_sequence: last + calls.length,
        at,
        api_key_id: keyId,
        entries: text,
        erased: 0,
        digest: usageDigest(keyId, text),
        link: null,
        mac: null,
      })
      last += calls.length
      done += calls.length
    }
  return packs
}
