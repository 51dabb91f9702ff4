import type { FoundVariable } from '@envhold/contract/variables/find.ts'
import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { PopoverPanel } from '../../../ui/dialogs/popover-panel.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { projectsQuery } from '../../projects/project-queries.ts'
import { flipped } from '../arrangement/selection.ts'
import { useActions, useWorkbench } from '../store/workbench-store.ts'
import { ProjectBoxes, useWritable } from './project-boxes.tsx'
import { countProjects, elsewhere, sameValuesQuery } from './same-values-query.ts'

interface Props {
  /** The key. */
  name: string
  anchor: HTMLElement
}

/** The other projects with the same value as a revealed variable, of which some can be rotated together. */
export function SameValuePanel({ name, anchor }: Props) {
  const connection = useConnection()
  const environment = useWorkbench((state) => state.environment)
  const { open, close } = useActions()
  const same = useQuery(sameValuesQuery(connection, environment, name))
  useQuery(projectsQuery(connection.api))
  const writable = useWritable()
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const matches = same.data?.matches ?? []
  const others = elsewhere(matches, environment.project_id)
  const chosen = others.filter((one) => writable(one) && !left.has(one.project.id))
  const title = titleOf(countProjects(others))
  return (
    <PopoverPanel label={title} anchor={anchor} onClose={close} className="w-94">
      <h2 className="px-4 pt-3 pb-1.5 font-semibold">{same.isSuccess ? title : 'Same value elsewhere'}</h2>
      <div aria-live="polite" className="min-h-0 overflow-y-auto px-1.5 pb-1.5">
        {same.isFetching && <p className="px-2.5 pb-2 text-ink-2">Comparing in the open vault …</p>}
        {same.isError && (
          <p className="px-2.5 pb-2 text-bad">
            {errorText(same.error, { fallback: 'The values could not be compared' })}{' '}
            <Button variant="link" onClick={() => void same.refetch()}>
              Try again
            </Button>
          </p>
        )}
        <ProjectBoxes
          matches={others}
          isChosen={(id) => !left.has(id)}
          onFlip={(id) => setLeft(flipped(left, id))}
        />
      </div>
      {same.data && same.data.unsearched > 0 && (
        <p className="border-t px-4 py-2 text-small text-ink-3">
          Not compared, because they are damaged or you have no key for them yet: {same.data.unsearched}
        </p>
      )}
      {others.length > 0 && (
        <footer className="flex items-center gap-3 border-t py-2 pr-2 pl-4">
          <span className="min-w-0 flex-1 text-small text-ink-3">{selectionText(chosen)}</span>
          <Button
            variant="secondary"
            size="sm"
            disabled={chosen.length === 0}
            onClick={() => {
              const projects = new Set([environment.project_id, ...chosen.map(({ project }) => project.id)])
              open({ what: 'rotate', rotation: { key: name, matches, projects } })
            }}
          >
            <RefreshCw />
            Rotate there too…
          </Button>
        </footer>
      )}
    </PopoverPanel>
  )
}

const titleOf = (count: number) =>
  count === 0 ? 'No other project has this value' : `Same value in ${formatCount(count, 'other project')}`

const selectionText = (chosen: readonly FoundVariable[]): string => {
  const environments = chosen.reduce((sum, one) => sum + one.environments.length, 0)
  return `${formatCount(countProjects(chosen), 'project')}, ${formatCount(environments, 'environment')}`
}
