import type { ActivityTimeRange } from '@envhold/contract/activity/activity.ts'
import { activityTimeRanges } from '@envhold/contract/activity/activity.ts'
import { Select } from '../../ui/forms/select.tsx'

/** Completes 'in the …'. */
export const rangeNames: Record<ActivityTimeRange, string> = {
  '24h': 'last 24 hours',
  '7d': 'last 7 days',
  '30d': 'last 30 days',
  '90d': 'last 90 days',
}

interface Props {
  value: ActivityTimeRange
  onChange: (range: ActivityTimeRange) => void
}

export function TimeRangeSelect({ value, onChange }: Props) {
  return (
    <Select
      aria-label="Time range"
      value={value}
      onChange={({ target }) => {
        const range = activityTimeRanges.find((each) => each === target.value)
        if (range) onChange(range)
      }}
    >
      {activityTimeRanges.map((range) => (
        <option key={range} value={range}>
          {rangeNames[range].replace('last', 'Last')}
        </option>
      ))}
    </Select>
  )
}
