import { cleanupDetail, maxDetails } from '@envhold/contract/operator/jobs.ts'
import { z } from 'zod'
import { parseStored } from '../../../db/parse-stored.ts'
import type { Done, DoneCounts } from './job-kind.ts'

const failure = z.object({ item: z.string(), email: z.string().nullable(), message: z.string() })
export type Failure = Readonly<z.output<typeof failure>>

/** What a job has done so far. */
const storedResult = z.object({
  counts: z.record(z.string(), z.number()).transform((counts) => counts as DoneCounts),
  details: z.array(cleanupDetail.omit({ error: true })).readonly(),
  /** The newest are left out when there are too many. */
  failures: z.array(failure).readonly(),
  failed: z.number(),
  /** The account that was changed last. */
  account: z.number().exactOptional(),
})
export type StoredResult = Readonly<z.output<typeof storedResult>>

export const nothing: StoredResult = { counts: {}, details: [], failures: [], failed: 0 }

export const resultOf = ({ result }: { readonly result: string }): StoredResult =>
  parseStored(storedResult, result)

const sum = (left: DoneCounts, right: DoneCounts): DoneCounts => {
  const both = { ...left }
  for (const [name, count] of Object.entries(right) as [keyof DoneCounts, number][])
    both[name] = (both[name] ?? 0) + count
  return both
}

function addDetail(details: StoredResult['details'], added: NonNullable<Done['detail']>) {
  const last = details.at(-1)
  if (last?.username === added.username)
    return [
      ...details.slice(0, -1),
      { ...added, archivedProjectsDeleted: last.archivedProjectsDeleted + added.archivedProjectsDeleted },
    ]
  return details.length < maxDetails ? [...details, added] : details
}

/** @param failed how many failed, of which `listed` are told one by one */
export const withFailures = (
  before: StoredResult,
  listed: readonly Failure[],
  failed = listed.length,
): StoredResult => ({
  ...before,
  failures: [...before.failures, ...listed].slice(0, maxDetails),
  failed: before.failed + failed,
})

/** The result after an item, and whether it was of another account than the item before. */
export function resultAfter(
  before: StoredResult,
  { counts, detail, account, problems: { found, listed } = { found: 0, listed: [] } }: Done,
): { readonly result: StoredResult; readonly isOtherAccount: boolean } {
  const isOtherAccount = account !== undefined && account !== before.account
  const failures = listed.map((problem) => ({ ...problem, email: null }))
  const result = {
    ...withFailures(before, failures, found),
    ...(isOtherAccount && { account }),
    counts: sum(before.counts, { ...counts, ...(isOtherAccount && { usersAffected: 1 }) }),
    details: detail ? addDetail(before.details, detail) : before.details,
  }
  return { result, isOtherAccount }
}
