import { ArrowLeftRight } from 'lucide-react'
import type { ComponentProps } from 'react'
import { deferred } from '../../../ui/deferred.tsx'
import type * as Search from '../../../ui/forms/search-select.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { environmentStyle } from '../../projects/environment-name.tsx'
import { useActions, useParts, useWorkbench } from '../store/workbench-store.ts'

const PlainSelect = ({
  label,
  options,
  value,
  onChange,
  className,
}: ComponentProps<typeof Search.SearchSelect>) => (
  <Select
    aria-label={label}
    value={value}
    onChange={({ target }) => onChange(target.value)}
    className={className}
  >
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </Select>
)
const SearchSelect = deferred(
  async () => (await import('../../../ui/forms/search-select.tsx')).SearchSelect,
  PlainSelect,
)

/** Above this, a searchable list replaces the native select. */
const maxListed = 12

const place = 'min-w-0 max-sm:w-auto max-sm:flex-1 max-sm:basis-28 sm:w-44 lg:w-52'

/** Chooses the environment of a side. Choosing the other one swaps them. */
export function PairSelect({ side }: { side: 0 | 1 }) {
  const { setPair } = useActions()
  const { environments, pair } = useParts('environments', 'pair')
  if (!pair) return null
  const [left, right] = pair
  const label = side === 0 ? 'Left environment' : 'Right environment'
  const chosen = String(pair[side])
  const choose = (value: string) => {
    const id = Number(value)
    setPair(side === 0 ? [id, id === right ? left : right] : [id === left ? right : left, id])
  }
  const options = environments.map(({ id, name, protected: isProtected }) => ({
    value: String(id),
    label: isProtected ? `${name} (protected)` : name,
  }))
  const List = options.length > maxListed ? SearchSelect : PlainSelect
  return (
    <List
      label={label}
      noun="environments"
      options={options}
      value={chosen}
      onChange={choose}
      className={place}
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
