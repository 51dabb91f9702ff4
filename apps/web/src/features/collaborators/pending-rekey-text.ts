import { formatCount } from '../../ui/text/format.ts'

/** Describes re-keys that are pending because access was revoked without an open vault. */
export const pendingRekeyText = (count: number): string | undefined =>
  count === 0
    ? undefined
    : `${formatCount(count, 'environment')} ${count === 1 ? 'gets a new key' : 'get new keys'} at the next unlocked change.`
