import { Eye, EyeOff } from 'lucide-react'
import { cn } from '../../../ui/class-names.ts'
import { GridCell } from '../../../ui/grid.tsx'
import { Masked } from '../../../ui/masked.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { RevealedValue } from '../rows/revealed-value.tsx'
import { RowButton } from '../rows/row-button.tsx'

interface Props {
  label: string
  environment: string
  /** The environment does not have this key. */
  absent: boolean
  shown: boolean
  value: string | undefined
  className: string
  onToggle: () => void
  onLeave: () => void
}

export function CompareCell({ label, environment, absent, shown, value, className, ...on }: Props) {
  if (absent)
    return (
      <GridCell className={cn('min-w-0 truncate pl-9 text-small text-ink-3 max-sm:pl-0', className)}>
        Not in {environment}
      </GridCell>
    )
  return (
    <GridCell
      className={cn('flex min-w-0 items-center gap-1 max-sm:-ml-2', className)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) on.onLeave()
      }}
    >
      <RowButton
        label={`${shown ? 'Hide' : 'Reveal'} ${label}`}
        aria-pressed={shown}
        onClick={(event) => {
          // Safari does not focus a clicked button, and without focus there is no blur event.
          event.currentTarget.focus()
          on.onToggle()
        }}
      >
        {shown ? <EyeOff /> : <Eye />}
      </RowButton>
      {!shown && <Masked className="truncate" />}
      {shown &&
        (value === undefined ? (
          <Spinner size="sm" className="text-ink-3" />
        ) : (
          <RevealedValue value={value} />
        ))}
    </GridCell>
  )
}
