import { ArrowLeftRight } from 'lucide-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { environmentStyle } from '../../projects/environment-name.tsx'
import { EnvironmentSelect } from '../parts/environment-select.tsx'
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
