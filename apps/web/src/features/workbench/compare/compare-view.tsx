import type { Environment } from '@envhold/contract/environments/environments.ts'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { SegmentedControl } from '../../../ui/forms/segmented-control.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { compareQuery } from '../data/variable-queries.ts'
import { EnvironmentSelect } from '../parts/environment-select.tsx'
import { compareRows, type Side, sides } from './compare-rows.ts'
import { CompareTable } from './compare-table.tsx'

interface Props {
  projectId: number
  environments: readonly Environment[]
  left: Environment
  /** The environment at the right at first. */
  right?: number | undefined
  /** Shown at the left of the tools. */
  lead?: ReactNode
  onLeft: (id: number) => void
  onClose: () => void
}

const line = 'flex flex-wrap items-center gap-2 px-(--gutter) pt-2'

/** Compares two environments: missing and differing keys. Values stay hidden until one is revealed. */
export function CompareView({
  projectId,
  environments,
  left,
  right: firstRight,
  lead,
  onLeft,
  onClose,
}: Props) {
  const connection = useConnection()
  const [rightId, setRightId] = useState(firstRight)
  const [side, setSide] = useState<Side | 'all'>('all')
  const [search, setSearch] = useState('')
  const others = environments.filter(({ id }) => id !== left.id)
  const right = others.find(({ id }) => id === rightId) ?? others[0]
  const compared = useQuery({
    ...compareQuery(connection, projectId, left.id, right?.id ?? 0),
    enabled: right !== undefined,
  })
  const { data } = compared
  const rows = useMemo(() => (data ? compareRows(data, side, search) : []), [data, side, search])
  useEscape(onClose)
  if (!right) return null

  const names: Record<Side, string> = {
    different: 'Differ',
    only_left: `Only ${left.name}`,
    only_right: `Only ${right.name}`,
    same: 'Same',
  }
  const swap = () => {
    onLeft(right.id)
    setRightId(left.id)
  }
  return (
    <>
      <div className={line}>
        {lead}
        <div className="flex min-w-0 items-center gap-2 max-md:order-last max-md:basis-full">
          <EnvironmentSelect
            label="Left environment"
            environments={environments}
            value={left.id}
            onChange={(id) => (id === right.id ? swap() : onLeft(id))}
          />
          <IconButton label="Swap sides" onClick={swap}>
            <ArrowLeftRight />
          </IconButton>
          <EnvironmentSelect
            label="Right environment"
            environments={others}
            value={right.id}
            onChange={setRightId}
          />
        </div>
        <Button variant="secondary" onClick={onClose} className="ml-auto h-(--control) text-small">
          <X />
          Close comparison
        </Button>
      </div>
      {compared.isError && (
        <ErrorState
          title="The environments could not be compared"
          onRetry={() => compared.refetch()}
          busy={compared.isFetching}
        >
          {errorText(compared.error)}
        </ErrorState>
      )}
      {compared.isPending && <Skeleton className="mx-(--gutter) h-64" />}
      {data && (
        <>
          <div className={line}>
            <SegmentedControl
              label="Which keys"
              value={side}
              onValueChange={setSide}
              options={[
                { value: 'all', label: 'All' },
                ...sides.map((each) => ({
                  value: each,
                  label: (
                    <>
                      {names[each]} <span className="text-ink-3">{data[each].length}</span>
                    </>
                  ),
                })),
              ]}
            />
            <SearchField
              label="Search keys"
              value={search}
              onChange={setSearch}
              className="min-w-40 flex-1 md:max-w-96"
            />
          </div>
          {rows.length === 0 ? (
            <p className="mx-(--gutter) rounded-lg border border-dashed border-line-strong px-6 py-10 text-center text-ink-2">
              {search ? `No key here matches “${search}”.` : 'No key here.'}
            </p>
          ) : (
            <CompareTable rows={rows} left={left} right={right} names={names} />
          )}
        </>
      )}
    </>
  )
}

/** Handles Esc anywhere on the page, unless an open list or dialog handles it. */
function useEscape(run: () => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')) return
    run()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
