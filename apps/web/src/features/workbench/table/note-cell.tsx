import { detailNames } from '@envhold/formats/fields/every-field.ts'
import type { Variable } from '@envhold/formats/variables.ts'
import { GridCell } from '../../../ui/lists/grid.tsx'
import { detailParts } from '../parts/detail-parts.tsx'

interface Props {
  variable: Variable
  search: string
}

/** The details of a variable in one line. */
export function NoteCell({ variable, search }: Props) {
  return (
    <GridCell className="cell-note text-ink-2">
      {detailNames.map((name) => {
        const { Cell } = detailParts[name]
        const text = variable[name]
        return text && <Cell key={name} text={text} search={search} />
      })}
    </GridCell>
  )
}
