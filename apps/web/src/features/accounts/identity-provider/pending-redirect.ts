import type { PreparedRequest } from './prepare-request.ts'

const key = 'provider-sign-in'

/** A sign-in for which this tab left to the provider. */
interface PendingRedirect extends Pick<PreparedRequest, 'state' | 'browserValue'> {
  /** The path to open afterwards, as the address of the page had it. */
  readonly next: string | null
}

export const savePendingRedirect = ({ state, browserValue, next }: PendingRedirect) =>
  sessionStorage.setItem(key, JSON.stringify({ state, browserValue, next }))

/** Reads and removes what belongs to this answer of the provider: it is used once. */
export function claimPendingRedirect(params: string): PendingRedirect | undefined {
  const stored = sessionStorage.getItem(key)
  if (stored === null) return undefined
  const pending: PendingRedirect = JSON.parse(stored)
  if (pending.state === '' || pending.state !== new URLSearchParams(params).get('state')) return undefined
  sessionStorage.removeItem(key)
  return pending
}
