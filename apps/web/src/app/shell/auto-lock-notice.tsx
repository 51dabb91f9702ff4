import { useConnection } from '../../connection/use-connection.ts'
import { useStore } from '../../ui/create-store.ts'
import { deferred } from '../../ui/deferred.tsx'

const AutoLockCountdown = deferred(async () => (await import('./auto-lock-countdown.tsx')).AutoLockCountdown)

/** Counts down the last minute before the vault locks by itself; any key or movement keeps it open. */
export function AutoLockNotice() {
  const { autoLock } = useConnection()
  const seconds = useStore(autoLock.secondsLeft)
  return (
    <>
      {/* Said once: a countdown that is read out every second says nothing. */}
      <p role="status" className="sr-only">
        {seconds !== null && 'The vault locks in a minute. Press any key to keep it open.'}
      </p>
      {seconds !== null && <AutoLockCountdown seconds={seconds} onKeepOpen={autoLock.touch} />}
    </>
  )
}
