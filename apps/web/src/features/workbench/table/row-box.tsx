import type { MouseEvent } from 'react'
import { GridCell } from '../../../ui/lists/grid.tsx'

interface Props {
  label: string
  checked: boolean
  /** Some of several are selected. */
  isPartial?: boolean
  onChange: (range: boolean) => void
}

/** A click beside the box is one on it: the whole corner of the row selects. */
const clickBox = ({ target, currentTarget, shiftKey }: MouseEvent) => {
  if (target !== currentTarget) return
  const click = new window.MouseEvent('click', { bubbles: true, cancelable: true, shiftKey })
  currentTarget.querySelector('input')?.dispatchEvent(click)
}

/** The box that selects a row; `range` with Shift. */
export function RowBox({ label, checked, isPartial = false, onChange }: Props) {
  return (
    <GridCell className="cell-box" onClick={clickBox}>
      <input
        type="checkbox"
        aria-label={label}
        tabIndex={-1}
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = isPartial
        }}
        onChange={({ nativeEvent }) =>
          onChange(nativeEvent instanceof window.MouseEvent && nativeEvent.shiftKey)
        }
        className="size-4 accent-accent"
      />
    </GridCell>
  )
}
