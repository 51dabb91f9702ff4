import { cn } from '../../../ui/class-names.ts'
import { PopoverPanel } from '../../../ui/dialogs/popover-panel.tsx'
import { EnvironmentDot, ProtectedMark } from '../../projects/environment-name.tsx'
import { type ComparisonResult, compareWithOthers } from '../comparison/comparison.ts'
import { ComparisonIcon } from '../comparison/comparison-icon.tsx'
import { useWorkbench } from '../store/workbench-store.ts'

interface Props {
  /** The key. */
  name: string
  anchor: HTMLElement
  onClose: () => void
}

const words: Readonly<Record<ComparisonResult, string>> = {
  'same-secret': 'Same secret',
  missing: 'Missing',
  different: 'Differs',
  same: 'Same',
}

/** How a variable compares with each of the other environments; each entry leads there. */
export function ComparisonPanel({ name, anchor, onClose }: Props) {
  const isProtected = useWorkbench(({ environment }) => environment.protected)
  const variables = useWorkbench((state) => state.variables)
  const others = useWorkbench((state) => state.others)
  const { onFind } = useWorkbench((state) => state.ways)
  const compared = compareWithOthers(name, { protected: isProtected, variables }, others.read)
  return (
    <PopoverPanel label={`${name} in other environments`} anchor={anchor} onClose={onClose} className="w-80">
      <p aria-hidden="true" className="truncate px-4 pt-3 pb-1 font-mono text-small text-ink-3">
        {name}
      </p>
      <ul className="overflow-y-auto px-1.5 pb-1.5">
        {compared.map(([environment, result]) => (
          <li key={environment.id}>
            <button
              type="button"
              onClick={() => {
                onClose()
                onFind(environment.id, name)
              }}
              className="flex min-h-9 w-full items-center gap-2.5 rounded-md px-2.5 text-left hover:bg-hover focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
            >
              <EnvironmentDot environment={environment} />
              <span className="min-w-0 truncate">{environment.name}</span>
              <ProtectedMark environment={environment} />
              <span
                className={cn(
                  'ml-auto flex shrink-0 items-center gap-2 text-small',
                  result === 'same-secret' ? 'font-medium text-warn' : 'text-ink-3',
                )}
              >
                <ComparisonIcon kind={result} />
                {words[result]}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {others.failed.length > 0 && (
        <p className="border-t px-4 py-2 text-small text-ink-3">Not read: {others.failed.join(', ')}</p>
      )}
    </PopoverPanel>
  )
}
