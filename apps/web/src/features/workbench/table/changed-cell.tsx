import { GridCell } from '../../../ui/lists/grid.tsx'
import { Time } from '../../../ui/text/time.tsx'
import type { KeyChange } from '../data/key-changes.ts'

interface Props {
  change: KeyChange | undefined
  before: string | undefined
}

/** When a variable was changed, and by whom. */
export function ChangedCell({ change, before }: Props) {
  return (
    <GridCell className="cell-changed truncate text-ink-2">
      {change ? (
        <>
          <Time at={change.at} />
          {change.author && <span className="text-ink-3"> {change.author}</span>}
        </>
      ) : (
        before && (
          <span className="text-ink-3">
            before <Time at={before} date />
          </span>
        )
      )}
    </GridCell>
  )
}
