import { CircleDashed } from 'lucide-react'
import { useId, useMemo } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Changing } from '../../../ui/feedback/blocked.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { HighlightMatch } from '../../../ui/text/highlight-match.tsx'
import { EnvironmentName } from '../../projects/environment-name.tsx'
import { findMissingKeys } from '../store/filters.ts'
import { useActions, useParts, useWorkbench } from '../store/workbench-store.ts'

const maxShown = 50

/** Below what a search found in a table: keys of other environments that it would have found here. */
export function MissingKeys() {
  const { openChange } = useActions()
  const heading = useId()
  const { environment, search, variables, canWrite } = useParts(
    'environment',
    'search',
    'variables',
    'canWrite',
  )
  const others = useWorkbench((state) => state.others.read)
  const missing = useMemo(() => findMissingKeys(search, variables, others), [search, variables, others])
  if (missing.length === 0) return null
  const more = missing.length - maxShown
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="border-b px-(--gutter) pt-5 pb-2 text-small text-ink-2">
        <span className="font-medium text-ink">
          Missing in <EnvironmentName environment={environment} />
        </span>
        , found in other environments
      </h3>
      <ul className="variables-table bg-surface">
        {missing.slice(0, maxShown).map(({ key, environments, note }) => (
          <li key={key} className="variables-line missing-line">
            <span className="cell-key truncate font-mono text-ink" title={key}>
              <HighlightMatch text={key} search={search} />
            </span>
            <span className="cell-value text-ink-3 max-lg:!hidden">
              <CircleDashed aria-hidden="true" className="size-4 shrink-0" />
              Missing
            </span>
            <span className="cell-note text-ink-2">
              {note && (
                <span className="truncate" title={note}>
                  <HighlightMatch text={note} search={search} />
                </span>
              )}
            </span>
            <span className="cell-others truncate text-ink-3" title={environments.join(', ')}>
              {environments.join(', ')}
            </span>
            {canWrite && (
              <span className="cell-actions justify-self-end">
                <Changing>
                  <Button
                    variant="secondary"
                    size="sm"
                    onClick={() => openChange({ what: 'add', key })}
                    className="whitespace-nowrap"
                  >
                    Add here
                    <span className="sr-only">{key}</span>
                  </Button>
                </Changing>
              </span>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="px-(--gutter) py-2 text-small text-ink-3">and {formatCount(more)} more</p>}
    </section>
  )
}
