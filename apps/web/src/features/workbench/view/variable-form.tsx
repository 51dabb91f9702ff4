import { useMemo, useState } from 'react'
import { useConnection } from '../../../connection/use-connection.ts'
import { useFrozen } from '../../../ui/use-frozen.ts'
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
  const read = useWorkbench(({ variables }) => variables.get(dialog.key ?? ''))
  // While the vault is locked, nothing is read: the variable is as the form knew it last.
  const variable = useFrozen(read, !reading.isReady)
  const isEdit = dialog.what === 'edit'
  const [initial] = useState(() =>
    isEdit && dialog.key !== undefined ? { value: '', ...variable, key: dialog.key } : undefined,
  )
  const writes = useFormWrites(environment)
  const others = useOtherTargets(initial?.key, writes.isWritten)
  // One that was written may have been renamed.
  const isRemoved = initial !== undefined && !variable && !writes.isWritten(environment.id)
  const here: FormTarget = { environment, old: initial && variable && { ...variable, key: initial.key } }
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
  const { environment: here, environments, others: all } = useParts('environment', 'environments', 'others')
  const read = useMemo(
    () =>
      new Map(
        all.read.map(({ id, variables }) => {
          const variable = variables.get(renamed ?? '')
          const old = renamed !== undefined && variable ? { ...variable, key: renamed } : undefined
          return [id, { keys: new Set(variables.keys()), old }]
        }),
      ),
    [all, renamed],
  )
  const known = useFrozen(read, !all.isSettled)
  /** Those that are not as they were at first. */
  const [others, setOthers] = useState<ReadonlySet<number>>(new Set())
  return {
    of: (key: string) =>
      environments.flatMap((environment): OtherTarget[] => {
        const { keys, old } = known.get(environment.id) ?? {}
        const isRename = renamed !== undefined
        if (environment.id === here.id) return []
        if (isWritten(environment.id)) return [{ environment, old, isChosen: true, reason: 'Saved' }]
        if (isRename && !old) return []
        const isTaken = keys?.has(key) === true
        const isChosen = !isTaken && isRename !== others.has(environment.id)
        return [{ environment, old, isChosen, ...(isTaken && { reason: 'Has it already' }) }]
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
