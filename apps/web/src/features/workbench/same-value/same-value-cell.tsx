import { useQuery } from '@tanstack/react-query'
import { Boxes } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useConnection } from '../../../connection/use-connection.ts'
import { GridCell } from '../../../ui/lists/table.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { useActions, useWorkbench } from '../store/workbench-store.ts'
import './same-value.css'
import { countProjects, elsewhere, sameValuesQuery } from './same-values-query.ts'

interface Props {
  /** The key. */
  name: string
  tabIndex: number
}

/** In a revealed row: asks which other projects have its value, or says it once that is known. */
export function SameValueCell({ name, tabIndex }: Props) {
  const connection = useConnection()
  const environment = useWorkbench((state) => state.environment)
  const { open } = useActions()
  const known = useQuery({ ...sameValuesQuery(connection, environment, name), enabled: false }).data
  const count = known && countProjects(elsewhere(known.matches, environment.project_id))
  const start = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // The row hides its value when the focus leaves it, and this button with it: its button to copy stays.
    const copy = currentTarget.closest('[role=row]')?.querySelector<HTMLElement>('[data-column="2"]')
    open({ what: 'same-value', key: name, anchor: copy ?? currentTarget })
  }
  return (
    <GridCell className="cell-same">
      <button
        type="button"
        tabIndex={tabIndex}
        aria-haspopup="dialog"
        onClick={start}
        className="-ml-1.5 flex h-7 max-w-full items-center gap-2 rounded-md px-1.5 font-medium text-ink-2 hover:bg-line"
      >
        <Boxes aria-hidden="true" className="size-4 shrink-0" />
        <span className="truncate">{sentence(count)}</span>
      </button>
    </GridCell>
  )
}

function sentence(count: number | undefined): string {
  if (count === undefined) return 'Same elsewhere?'
  return count === 0 ? 'In no other project' : `Same in ${formatCount(count, 'project')}`
}
