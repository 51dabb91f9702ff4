import { SegmentedControl } from '../../ui/segmented-control.tsx'

export const views = ['table', 'grid', 'text'] as const
export type View = (typeof views)[number]

const names: Readonly<Record<View, string>> = { table: 'Table', grid: 'Grid', text: 'Text' }

interface Props {
  view: View
  /** There are several environments. */
  several: boolean
  onViewChange: (view: View) => void
}

/** One environment as a table or as text, or all of them side by side. */
export function ViewSwitch({ view, several, onViewChange }: Props) {
  return (
    <SegmentedControl
      label="View"
      value={view}
      onValueChange={onViewChange}
      options={views
        .filter((each) => several || each !== 'grid' || view === 'grid')
        .map((value) => ({ value, label: names[value] }))}
    />
  )
}
