import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import { useQuery } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useConnection } from '../../../connection/use-connection.ts'
import { cn } from '../../../ui/class-names.ts'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { Grid, GridBody, GridCell, GridColumnHead, GridRow, GridRowHead } from '../../../ui/lists/grid.tsx'
import { Badge } from '../../../ui/text/badge.tsx'
import { Masked } from '../../../ui/text/masked.tsx'
import { variablesQuery } from '../data/variable-queries.ts'
import { RevealedValue } from '../parts/revealed-value.tsx'
import { RowButton } from '../parts/row-button.tsx'
import { useReveal } from '../rows/use-reveal.ts'
import { VirtualRows } from '../rows/virtual-rows.tsx'
import type { ComparedRow, Side } from './compare-rows.ts'

const tones = { different: 'warn', only_left: 'accent', only_right: 'accent', same: 'neutral' } as const
const columns =
  'grid items-center gap-x-3 grid-cols-2 sm:grid-cols-[minmax(9rem,1.4fr)_minmax(0,1.3fr)_minmax(0,1.3fr)_8.5rem]'

interface Props {
  rows: readonly ComparedRow[]
  left: Environment
  right: Environment
  names: Record<Side, string>
}

export function CompareTable({ rows, left, right, names }: Props) {
  const connection = useConnection()
  const { revealed, toggle, hideOne } = useReveal()
  // Values are read, and the read is recorded, only when one is revealed.
  const [asked, setAsked] = useState(false)
  const leftVariables = useQuery({ ...variablesQuery(connection, left.id), enabled: asked }).data?.variables
  const rightVariables = useQuery({ ...variablesQuery(connection, right.id), enabled: asked }).data?.variables

  const cell = (row: ComparedRow, environment: Environment, variables: Variables | undefined) => {
    const name = `${environment.id} ${row.key}`
    return (
      <CompareCell
        label={`${row.key} in ${environment.name}`}
        environment={environment.name}
        absent={row.side === (environment.id === left.id ? 'only_right' : 'only_left')}
        className={environment.id === left.id ? 'max-sm:order-3' : 'max-sm:order-4'}
        shown={revealed === name}
        value={variables?.get(row.key)?.value}
        onToggle={() => {
          setAsked(true)
          toggle(name)
        }}
        onLeave={() => hideOne(name)}
      />
    )
  }

  return (
    <Grid
      aria-label={`${left.name} beside ${right.name}`}
      aria-rowcount={rows.length + 1}
      className="border-t bg-surface"
    >
      <GridBody className="sticky top-header z-10">
        <GridRow
          aria-rowindex={1}
          className={cn('h-9 border-b bg-surface px-(--gutter) text-small font-medium text-ink-3', columns)}
        >
          <GridColumnHead className="max-sm:hidden">Key</GridColumnHead>
          <GridColumnHead className="truncate pl-9 max-sm:pl-0">{left.name}</GridColumnHead>
          <GridColumnHead className="truncate pl-9 max-sm:pl-0">{right.name}</GridColumnHead>
          <GridColumnHead className="max-sm:hidden">
            <span className="sr-only">Difference</span>
          </GridColumnHead>
        </GridRow>
      </GridBody>
      <VirtualRows count={rows.length} rowKey={(index) => rows[index]?.key ?? ''}>
        {(index) => {
          const row = rows[index]
          if (!row) return null
          return (
            <GridRow
              aria-rowindex={index + 2}
              className={cn(
                'min-h-(--row) border-b px-(--gutter) transition-colors hover:bg-hover/60 max-sm:py-2',
                columns,
              )}
            >
              <GridRowHead title={row.key} className="truncate font-mono text-small max-sm:order-1">
                {row.key}
              </GridRowHead>
              {cell(row, left, leftVariables)}
              {cell(row, right, rightVariables)}
              <GridCell className="flex min-w-0 justify-end max-sm:order-2">
                <Badge tone={tones[row.side]} className="block max-w-full truncate">
                  {row.side === 'different' ? 'Differs' : names[row.side]}
                </Badge>
              </GridCell>
            </GridRow>
          )
        }}
      </VirtualRows>
    </Grid>
  )
}

interface CompareCellProps {
  label: string
  environment: string
  /** The environment does not have this key. */
  absent: boolean
  shown: boolean
  value: string | undefined
  className: string
  onToggle: () => void
  onLeave: () => void
}

function CompareCell({ label, environment, absent, shown, value, className, ...on }: CompareCellProps) {
  if (absent)
    return (
      <GridCell className={cn('min-w-0 truncate pl-9 text-small text-ink-3 max-sm:pl-0', className)}>
        Not in {environment}
      </GridCell>
    )
  return (
    <GridCell
      className={cn('flex min-w-0 items-center gap-1 max-sm:-ml-2', className)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) on.onLeave()
      }}
    >
      <RowButton
        label={`${shown ? 'Hide' : 'Reveal'} ${label}`}
        aria-pressed={shown}
        onClick={(event) => {
          // Safari does not focus a clicked button, and without focus there is no blur event.
          event.currentTarget.focus()
          on.onToggle()
        }}
      >
        {shown ? <EyeOff /> : <Eye />}
      </RowButton>
      {!shown && <Masked className="truncate" />}
      {shown &&
        (value === undefined ? (
          <Spinner size="sm" className="text-ink-3" />
        ) : (
          <RevealedValue value={value} />
        ))}
    </GridCell>
  )
}
