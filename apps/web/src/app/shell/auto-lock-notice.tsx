import { LockKeyhole } from 'lucide-react'
import { useConnection } from '../../connection/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { useStore } from '../../ui/create-store.ts'

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

interface Props {
  seconds: number
  onKeepOpen: () => void
}

const AutoLockCountdown = ({ seconds, onKeepOpen }: Props) => (
  <div className="fixed inset-x-4 bottom-4 z-50 mx-auto flex w-fit max-w-full animate-rise items-center gap-3 rounded-md bg-raised py-2.5 pr-2.5 pl-4 shadow-high">
    <LockKeyhole className="size-4 shrink-0 text-warn" aria-hidden="true" />
    <p className="min-w-0" aria-hidden="true">
      Without input the vault locks in <span className="font-semibold tabular-nums">{seconds} s</span>
    </p>
    <Button variant="secondary" size="sm" onClick={onKeepOpen}>
      Keep open
    </Button>
  </div>
)
