import { Badge } from '../../../ui/badge.tsx'
import { Time } from '../../../ui/time.tsx'
import { type EntryContext, TimelineItem, VersionValue } from './key-entry.tsx'

interface Props extends EntryContext {
  oldest: { readonly version: number; readonly created_at: string }
  /** No stored version has changed it. */
  isOnly: boolean
}

/** The oldest stored version, which shows the value before the oldest change that is stored. */
export function OldestEntry({ oldest, isOnly, ...context }: Props) {
  const current = isOnly ? oldest.version : context.current
  return (
    <TimelineItem isCurrent={isOnly}>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold">{isOnly ? 'Not changed since' : 'Before that'}</span>
        {isOnly && <Badge tone="accent">Current</Badge>}
        <span className="ml-auto text-small text-ink-3">
          <Time at={oldest.created_at} />
        </span>
      </div>
      <p className="text-small text-ink-3">version {oldest.version}, the oldest stored</p>
      <VersionValue {...context} version={oldest.version} current={current} />
    </TimelineItem>
  )
}
