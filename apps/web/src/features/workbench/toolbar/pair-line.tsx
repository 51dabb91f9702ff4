import type { Environment } from '@envhold/contract/environments/environments.ts'
import { ArrowLeftRight } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Select } from '../../../ui/forms/select.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { environmentStyle } from '../../projects/environment-name.tsx'
import { useActions, useParts, useWorkbench } from '../store/workbench-store.ts'

/** Chooses the environment of a side. Choosing the other one swaps them. */
export function PairSelect({ side }: { side: 0 | 1 }) {
  const { setPair } = useActions()
  const { environments, pair } = useParts('environments', 'pair')
  if (!pair) return null
  const [left, right] = pair
  return (
    <EnvironmentSelect
      label={side === 0 ? 'Left environment' : 'Right environment'}
      environments={environments}
      value={pair[side]}
      onChange={(id) =>
        setPair(side === 0 ? [id, id === right ? left : right] : [id === left ? right : left, id])
      }
    />
  )
}

/** On a phone: the two environments that are side by side. */
export function PairLine() {
  const { swap } = useActions()
  const columns = useWorkbench((state) => state.columns.list)
  const side = (at: 0 | 1) => (
    <span
      style={environmentStyle(columns[at]?.environment)}
      className="flex min-w-0 flex-1 rounded-md border-b-2 border-(--env) [&>*]:h-9 [&>*]:w-full [&>*]:flex-1"
    >
      <PairSelect side={at} />
    </span>
  )
  return (
    <div className="sticky top-[calc(var(--bar)+var(--tools))] z-10 flex h-11 items-start gap-1 bg-paper px-(--gutter)">
      {side(0)}
      <IconButton label="Swap sides" onClick={swap} className="mt-0.5">
        <ArrowLeftRight />
      </IconButton>
      {side(1)}
    </div>
  )
}

const SearchSelect = lazy(async () => ({
  default: (await import('../../../ui/forms/search-select.tsx')).SearchSelect,
}))

/** Above this, a searchable list replaces the native select. */
const maxListed = 12

const place = 'min-w-0 max-sm:w-auto max-sm:flex-1 max-sm:basis-28 sm:w-44 lg:w-52'

const labelOf = ({ name, protected: isProtected }: Environment) =>
  isProtected ? `${name} (protected)` : name

interface Props {
  label: string
  environments: readonly Environment[]
  value: number
  onChange: (id: number) => void
}

function EnvironmentSelect({ label, environments, value, onChange }: Props) {
  const list = (
    <Select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
      className={place}
    >
      {environments.map((environment) => (
        <option key={environment.id} value={environment.id}>
          {labelOf(environment)}
        </option>
      ))}
    </Select>
  )
  if (environments.length <= maxListed) return list
  return (
    <Suspense fallback={list}>
      <SearchSelect
        label={label}
        noun="environments"
        options={environments.map((each) => ({ value: String(each.id), label: labelOf(each) }))}
        value={String(value)}
        onChange={(id) => onChange(Number(id))}
        className={place}
      />
    </Suspense>
  )
}
