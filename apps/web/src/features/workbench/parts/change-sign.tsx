import { cn } from '../../../ui/class-names.ts'

/** How a kind of change looks in every list. */
export const changeSigns = {
  added: { sign: '+', style: 'text-good' },
  changed: { sign: '~', style: 'text-warn' },
  removed: { sign: '−', style: 'text-bad' },
  unchanged: { sign: '=', style: 'text-ink-3' },
} as const

export type ChangeKind = keyof typeof changeSigns

/** The sign of a change, before its key. */
export const ChangeSign = ({ kind, className }: { kind: ChangeKind; className?: string }) => (
  <span
    aria-hidden="true"
    className={cn('w-3 shrink-0 text-center font-medium', changeSigns[kind].style, className)}
  >
    {changeSigns[kind].sign}
  </span>
)
