import { LockKeyhole } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

interface Props {
  seconds: number
  onKeepOpen: () => void
}

export const AutoLockCountdown = ({ seconds, onKeepOpen }: Props) => (
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
