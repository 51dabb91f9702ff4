import type { Variable } from '@envhold/formats/variables.ts'
import { useState } from 'react'
import { useConnection } from '../../../connection/use-connection.ts'
import { EnvironmentName } from '../../projects/environment-name.tsx'
import { flipped } from '../arrangement/selection.ts'
import { VariableFormDialog } from '../form/variable-form-dialog.tsx'
import { notifyRotation } from '../same-value/notify-rotation.ts'
import type { OpenDialog } from '../store/state.ts'
import { useActions, useParts, useWorkbench } from '../store/workbench-store.ts'
import { type FormTarget, useFormWrites } from './use-form-writes.ts'

interface Props {
  dialog: Extract<OpenDialog, { what: 'add' | 'edit' | 'key-history' }>
}

/** Adds a variable, or edits one: here, and if wanted in other environments, too. */
export function VariableForm({ dialog }: Props) {
  const { close, open, showKey } = useActions()
  const connection = useConnection()
  const {
    environment,
    isDialogHidden: hidden,
    reading,
  } = useParts('environment', 'isDialogHidden', 'reading')
  const variable = useWorkbench(({ variables }) => variables.get(dialog.key ?? ''))
  const isEdit = dialog.what === 'edit'
  const [initial] = useState(() =>
    isEdit && dialog.key !== undefined ? { value: '', ...variable, key: dialog.key } : undefined,
  )
  const writes = useFormWrites(environment)
  const others = useOtherTargets(initial?.key, writes.isWritten)
  // One that was written may have been renamed.
  const isRemoved = initial !== undefined && reading.isReady && !variable && !writes.isWritten(environment.id)
  const here: FormTarget = {
    environment,
    key: isRemoved ? undefined : initial?.key,
    old: initial && variable,
  }
  const leave = () => {
    writes.leave()
    close()
  }
  return (
    <VariableFormDialog
      hidden={hidden}
      environment={environment}
      start={initial ? { initial } : { key: dialog.key }}
      isRemoved={isRemoved}
      targets={(key) =>
        (!initial || key !== initial.key) && (
          <TargetBoxes
            label={initial ? `Rename ${initial.key} in` : 'Add to'}
            others={others.of(key)}
            onFlip={others.flip}
          />
        )
      }
      on={{
        close: leave,
        ...(!initial && { import: (text: string) => open({ what: 'import', source: { text } }) }),
        save: async (next, change) => {
          const isNewKey = next.key !== initial?.key
          const chosen = isNewKey ? others.of(next.key).filter(({ isChosen }) => isChosen) : []
          const written = await writes.save(next, change, [here, ...chosen])
          if (initial) void notifyRotation(connection, written)
          if (isNewKey) showKey(next.key)
        },
      }}
    />
  )
}

interface OtherTarget extends FormTarget {
  readonly isChosen: boolean
  /** Why it cannot be chosen, or left out. */
  readonly reason?: string
}

/** The other environments that a variable can be added to; of a renamed one, those that have it, all of them chosen. */
function useOtherTargets(renamed: string | undefined, isWritten: (id: number) => boolean) {
  const { environment: here, environments, others: known } = useParts('environment', 'environments', 'others')
  /** Those that are not as they were at first. */
  const [others, setOthers] = useState<ReadonlySet<number>>(new Set())
  return {
    of: (key: string) =>
      environments.flatMap((environment): OtherTarget[] => {
        const variables = known.read.find(({ id }) => id === environment.id)?.variables
        const old: Variable | undefined = renamed === undefined ? undefined : variables?.get(renamed)
        const isRename = renamed !== undefined
        if (environment.id === here.id) return []
        if (isWritten(environment.id))
          return [{ environment, key: renamed, old, isChosen: true, reason: 'Saved' }]
        if (isRename && !old) return []
        const isTaken = variables?.has(key) === true
        const isChosen = !isTaken && isRename !== others.has(environment.id)
        return [{ environment, key: renamed, old, isChosen, ...(isTaken && { reason: 'Has it already' }) }]
      }),
    flip: (id: number) => setOthers(flipped(others, id)),
  }
}

interface BoxesProps {
  label: string
  others: readonly OtherTarget[]
  onFlip: (id: number) => void
}

/** The environments that a form writes to as boxes, with the one of the form. */
function TargetBoxes({ label, others, onFlip }: BoxesProps) {
  const here = useWorkbench((state) => state.environment)
  if (others.length === 0) return null
  const boxes = [{ environment: here, isChosen: true, reason: 'Here' }, ...others]
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-small font-medium">{label}</legend>
      <div className="grid max-h-44 gap-x-6 gap-y-1.5 overflow-y-auto rounded-md border px-3 py-2.5 sm:grid-cols-2">
        {boxes.map(({ environment, isChosen, reason }) => (
          <label key={environment.id} className="flex min-h-6 min-w-0 items-center gap-2.5">
            <input
              type="checkbox"
              checked={isChosen}
              disabled={reason !== undefined}
              onChange={() => onFlip(environment.id)}
              className="size-4 shrink-0 accent-accent"
            />
            <EnvironmentName environment={environment} />
            {reason && <span className="ml-auto shrink-0 text-small text-ink-3">{reason}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
