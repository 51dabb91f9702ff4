import { unlimited } from '@envhold/contract/billing/plans.ts'
import { cn } from '../../ui/class-names.ts'
import { formatCount } from '../../ui/text/format.ts'
import { usageTone, usedPercent } from './usage-level.ts'

const fills = { good: 'bg-good', warn: 'bg-warn', bad: 'bg-bad' } as const

interface Props {
  label: string
  current: number
  max: number
  /** What it means, in words: the colour alone must not say it. */
  note: string
  /** Default: a plain count. */
  format?: (amount: number) => string
}

/** How much of one limit is used. */
export function UsageBar({ label, current, max, note, format = formatCount }: Props) {
  const percent = usedPercent(current, max)
  const used = max === unlimited ? `${format(current)} · unlimited` : `${format(current)} of ${format(max)}`
  return (
    <div className="min-w-0">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="font-medium">{label}</h3>
        <span className="whitespace-nowrap text-ink-2 tabular-nums">{used}</span>
      </div>
      {percent !== null && (
        <meter
          className="sr-only"
          min={0}
          max={100}
          value={percent}
          aria-label={label}
          aria-valuetext={used}
          data-tone={usageTone(percent)}
        />
      )}
      <div aria-hidden="true" className="mt-2 mb-2 h-1.5 overflow-hidden rounded-full bg-line">
        {percent !== null && (
          <div className={cn('h-full', fills[usageTone(percent)])} style={{ width: `${percent}%` }} />
        )}
      </div>
      <p className="text-small text-ink-2">{note}</p>
    </div>
  )
}
