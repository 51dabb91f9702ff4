import { areWithinIpRanges } from '@envhold/contract/ip-range.ts'
import { parseStored, storedTexts } from '../../db/parse-stored.ts'
import type { ApiKeyWithCreator } from './api-key-store.ts'

type Change = Partial<
  Pick<
    ApiKeyWithCreator,
    'key_name' | 'permissions' | 'environment_access' | 'allowed_ips' | 'expires_at' | 'is_active'
  >
>

const listIn = (text: string): readonly string[] => parseStored(storedTexts, text)

const isPartOf = (part: readonly string[], whole: readonly string[]) =>
  part.every((item) => whole.includes(item))

/** An empty list of addresses allows every address. */
function narrowsAddresses(before: readonly string[], after: readonly string[]): boolean {
  if (before.length === 0) return true
  return after.length > 0 && areWithinIpRanges(after, before)
}

/** Whether a change takes from what a key may do, or leaves it as it is. A new name is a change of its own. */
export function onlyNarrows(before: Required<Change>, change: Change): boolean {
  const after = { ...before, ...change }
  return (
    after.key_name === before.key_name &&
    isPartOf(listIn(after.permissions), listIn(before.permissions)) &&
    (before.environment_access === null ||
      (after.environment_access !== null &&
        isPartOf(listIn(after.environment_access), listIn(before.environment_access)))) &&
    narrowsAddresses(listIn(before.allowed_ips), listIn(after.allowed_ips)) &&
    (before.expires_at === null || (after.expires_at !== null && after.expires_at <= before.expires_at)) &&
    after.is_active <= before.is_active
  )
}
