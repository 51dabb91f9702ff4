import { ChevronsUpDown, Columns3, ShieldCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { EnvironmentDot, environmentStyle } from '../../../../features/projects/environment-dot.tsx'
import { cn } from '../../../../ui/class-names.ts'
import { deferred } from '../../../../ui/deferred.tsx'
import { useShortcut } from '../../../../ui/use-shortcut.ts'
import { neighbourOf } from './rank-environments.ts'
import type { SwitcherProps } from './switcher.ts'

const SwitcherPanel = deferred(async () => (await import('./switcher-panel.tsx')).SwitcherPanel)

interface Props extends Omit<SwitcherProps, 'anchor' | 'onClose'> {
  /** All environments are shown side by side. */
  showsAll: boolean
  className?: string
}

/** Says which environment is shown, and opens the switcher. */
export function EnvironmentButton({ showsAll, className, ...switcher }: Props) {
  const { environments, current, onOpen } = switcher
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const step = (by: 1 | -1) => {
    const next = neighbourOf(environments, current.id, by)
    if (next) onOpen(next.id)
  }
  useShortcut('o', () => setOpen(true))
  useShortcut('[', () => step(-1))
  useShortcut(']', () => step(1))
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        title={showsAll ? 'All environments' : current.name}
        onClick={() => setOpen(!open)}
        className={cn('flex min-w-0 items-center gap-2 font-semibold whitespace-nowrap', className)}
      >
        <span className="sr-only">Environment: </span>
        {showsAll ? (
          <>
            <Columns3 aria-hidden="true" className="size-4 shrink-0 text-ink-2" />
            <span className="truncate">All environments</span>
          </>
        ) : (
          <>
            <EnvironmentDot environment={current} />
            <span className="truncate">{current.name}</span>
            {current.protected && <ProtectedFlag environment={current} />}
          </>
        )}
        <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
      </button>
      {open && button.current && (
        <SwitcherPanel {...switcher} anchor={button.current} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

const ProtectedFlag = ({ environment }: { environment: SwitcherProps['current'] }) => (
  <span
    style={environmentStyle(environment)}
    className="flex shrink-0 items-center gap-1 text-small font-medium text-(--env) md:border-l md:border-line-strong md:pl-2"
  >
    <ShieldCheck aria-hidden="true" className="size-4" />
    <span className="max-[87.5rem]:sr-only">Protected</span>
  </span>
)
