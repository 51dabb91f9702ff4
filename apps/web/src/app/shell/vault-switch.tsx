import { ChevronDown, Lock, LockKeyhole, LockOpen } from 'lucide-react'
import { isUnlockCancelled } from '../../connection/prompt-cancelled.ts'
import { useConnection, useVaultOpen } from '../../connection/use-connection.ts'
import { idleChoices } from '../../connection/vault/auto-lock.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/class-names.ts'
import { useStore } from '../../ui/create-store.ts'
import { DropdownMenu, DropdownMenuChoices, DropdownMenuLabel } from '../../ui/dialogs/dropdown-menu.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

const words = (minutes: number) => (minutes === 60 ? 'after 1 hour' : `after ${minutes} minutes`)
const choices = [
  ...idleChoices.map((minutes) => ({ minutes, label: `Lock ${words(minutes)}` })),
  { minutes: null, label: 'Never automatically' },
]

/** Shows and changes whether the vault is open, and sets when it locks automatically. `timed` shows the time left. */
export function VaultSwitch({ timed = false }: { timed?: boolean }) {
  const { lockVault, unlockPrompt } = useConnection()
  const open = useVaultOpen()
  const unlock = () =>
    unlockPrompt.ask().catch((error: unknown) => {
      if (!isUnlockCancelled(error)) throw error
    })
  return (
    <div className="flex items-center">
      {open ? (
        <IconButton label="Lock vault" onClick={lockVault}>
          <LockOpen className="text-accent" />
        </IconButton>
      ) : (
        <IconButton label="Unlock vault" onClick={() => void unlock()}>
          <Lock />
        </IconButton>
      )}
      <AutoLockMenu timed={timed} />
    </div>
  )
}

function AutoLockMenu({ timed }: { timed: boolean }) {
  const { autoLock } = useConnection()
  const chosen = useStore(autoLock.minutes)
  const left = useStore(autoLock.minutesLeft)
  const visible = timed && left !== null
  return (
    <DropdownMenu
      trigger={
        <Button
          variant="ghost"
          size="icon"
          className={cn('w-6 text-ink-3', visible && 'gap-1 px-1 text-small md:w-auto')}
        >
          <span className="sr-only">Automatic locking</span>
          {visible && <span className="text-ink-2 tabular-nums max-md:sr-only">{left} min</span>}
          <ChevronDown className="size-3.5!" />
        </Button>
      }
    >
      <DropdownMenuLabel>After no input</DropdownMenuLabel>
      <DropdownMenuChoices
        options={choices.map(({ minutes, label }) => ({ value: String(minutes), label }))}
        value={String(chosen)}
        onValueChange={(value) => {
          const choice = choices.find(({ minutes }) => String(minutes) === value)
          if (choice) autoLock.choose(choice.minutes)
        }}
      />
    </DropdownMenu>
  )
}

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
