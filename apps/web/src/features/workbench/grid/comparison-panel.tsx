import { cn } from '../../../ui/class-names.ts'
import { PopoverPanel } from '../../../ui/dialogs/popover-panel.tsx'
import { EnvironmentDot, ProtectedMark } from '../../projects/environment-name.tsx'
import { compareWithOthers, comparisonWords } from '../comparison/comparison.ts'
import { signs } from '../comparison/signs.tsx'
import type { WorkbenchState } from '../store/state.ts'
import { useParts, useWorkbench, useWorkbenchStore } from '../store/workbench-store.ts'

/** How a variable compares with each of the other environments; each entry leads there. */
export function ComparisonPanel({ listed }: { listed: NonNullable<WorkbenchState['listed']> }) {
  const { key, anchor } = listed
  const { update } = useWorkbenchStore()
  const { environment, variables, others } = useParts('environment', 'variables', 'others')
  const { onFind } = useWorkbench((state) => state.ways)
  const close = () => update({ listed: undefined })
  const compared = compareWithOthers(key, { protected: environment.protected, variables }, others.read)
  return (
    <PopoverPanel label={`${key} in other environments`} anchor={anchor} onClose={close} className="w-80">
      <p aria-hidden="true" className="truncate px-4 pt-3 pb-1 font-mono text-small text-ink-3">
        {key}
      </p>
      <ul className="overflow-y-auto px-1.5 pb-1.5">
        {compared.map(([other, result]) => (
          <li key={other.id}>
            <button
              type="button"
              onClick={() => {
                close()
                onFind(other.id, key)
              }}
              className="flex min-h-9 w-full items-center gap-2.5 rounded-md px-2.5 text-left hover:bg-hover focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
            >
              <EnvironmentDot environment={other} />
              <span className="min-w-0 truncate">{other.name}</span>
              <ProtectedMark environment={other} />
              <span
                className={cn(
                  'ml-auto flex shrink-0 items-center gap-2 text-small',
                  result === 'same-secret' ? 'font-medium text-warn' : 'text-ink-3',
                )}
              >
                {signs[result]}
                {comparisonWords[result]}
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
