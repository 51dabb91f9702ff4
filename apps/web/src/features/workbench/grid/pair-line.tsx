import type { Environment } from '@envhold/contract/environments/environments.ts'
import { ArrowLeftRight } from 'lucide-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { environmentStyle } from '../../projects/environment-dot.tsx'
import { EnvironmentSelect } from '../parts/environment-select.tsx'

type Pair = readonly [left: number, right: number]

interface Props {
  environments: readonly Environment[]
  pair: Pair
  onChange: (pair: Pair) => void
}

/** On a phone: the two environments that are side by side. Choosing the other one swaps them. */
export function PairLine({ environments, pair, onChange }: Props) {
  const [left, right] = pair
  const select = (label: string, value: number, onSelect: (id: number) => void) => (
    <span
      style={environmentStyle(environments.find(({ id }) => id === value))}
      className="flex min-w-0 flex-1 rounded-md border-b-2 border-(--env) [&>*]:h-9 [&>*]:w-full [&>*]:flex-1"
    >
      <EnvironmentSelect label={label} environments={environments} value={value} onChange={onSelect} />
    </span>
  )
  return (
    <div className="sticky top-[calc(var(--bar)+var(--tools))] z-10 flex h-11 items-start gap-1 bg-paper px-(--gutter)">
      {select('Left environment', left, (id) => onChange([id, id === right ? left : right]))}
      <IconButton label="Swap sides" onClick={() => onChange([right, left])} className="mt-0.5">
        <ArrowLeftRight />
      </IconButton>
      {select('Right environment', right, (id) => onChange([id === left ? right : left, id]))}
    </div>
  )
}
