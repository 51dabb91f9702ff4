import { cn } from '../../../ui/class-names.ts'
import { GridBody, GridColumnHead, GridRow } from '../../../ui/grid.tsx'
import type { Environments } from './variables-grid-row.tsx'

export function GridHead({ environments, stacked }: { environments: Environments; stacked: boolean }) {
  return (
    <GridBody className={stacked ? 'sr-only' : 'sticky top-0 z-20'}>
      <GridRow
        aria-rowindex={1}
        className={cn('h-9 border-b bg-surface text-small font-medium text-ink-3', !stacked && 'grid')}
        style={stacked ? undefined : { gridTemplateColumns: environments.template }}
      >
        <GridColumnHead aria-colindex={1} className="sticky left-0 flex items-center bg-surface px-3">
          Key
        </GridColumnHead>
        {environments.list.map(({ id, name }, index) => (
          <GridColumnHead
            key={id}
            aria-colindex={index + 2}
            title={name}
            className="truncate border-l px-3 leading-[35px] text-ink-2"
          >
            {name}
          </GridColumnHead>
        ))}
      </GridRow>
    </GridBody>
  )
}
