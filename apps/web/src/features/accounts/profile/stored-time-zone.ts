import { useEffect } from 'react'
import { useAccount } from '../../../connection/session/use-session-state.ts'
import { useConnection } from '../../../connection/use-connection.ts'

/** Nothing waits for it: what the page needs loads first. */
const delayMs = 3_000

/** Stores the browser's time zone for an account that has none: once, so that a journey does not change it. */
export function useStoredTimeZone(): void {
  const connection = useConnection()
  const account = useAccount()
  const isMissing = account?.time_zone === null
  useEffect(() => {
    if (!isMissing) return
    const timer = setTimeout(async () => {
      try {
        const { storeTimeZone } = await import('./store-time-zone.ts')
        await storeTimeZone(connection)
      } catch {
        // Nothing depends on it, and the server may be away: the next visit tries again.
      }
    }, delayMs)
    return () => clearTimeout(timer)
  }, [isMissing, connection])
}
