import type { Environment } from '@envhold/contract/environments/environments.ts'
import { isSameInDetail, type Variable } from '@envhold/formats/variables.ts'
import { useRef, useState } from 'react'
import { useConnection } from '../../../connection/use-connection.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { EnvironmentName } from '../../projects/environment-name.tsx'
import { protectedLast } from '../../projects/protected-last.ts'
import { flipped } from '../arrangement/selection.ts'
import {
  changedVariable,
  type NewVariable,
  type VariableChange,
  variableWrites,
} from '../data/variable-writes.ts'
import { notifyUndoable, type UndoableWrite } from '../data/write-version.ts'
import { VariableFormDialog } from '../form/variable-form-dialog.tsx'
import { notifyRotation } from '../same-value/notify-rotation.ts'
import type { OpenDialog } from '../store/state.ts'
import { useActions, useParts, useWorkbench } from '../store/workbench-store.ts'

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
  const writes = useFormWrites()
  const others = useOtherTargets(initial?.key)
  const isRemoved = initial !== undefined && reading.isReady && !variable
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
function useOtherTargets(renamed: string | undefined) {
  const { environment: here, environments, others: known } = useParts('environment', 'environments', 'others')
  /** Those that are not as they were at first. */
  const [others, setOthers] = useState<ReadonlySet<number>>(new Set())
  return {
    of: (key: string) =>
      environments.flatMap((environment): OtherTarget[] => {
        const variables = known.read.find(({ id }) => id === environment.id)?.variables
        const old: Variable | undefined = renamed === undefined ? undefined : variables?.get(renamed)
        const isRename = renamed !== undefined
        if (environment.id === here.id || (isRename && !old)) return []
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

/** An environment to write to. */
interface FormTarget {
  readonly environment: Environment
  /** The key of the variable that is changed; undefined if one is added. */
  readonly key: string | undefined
  /** That variable, if it is known. */
  readonly old: Variable | undefined
}

/**
 * Writes what a form says, to one environment after the other, protected ones last; one Undo takes all of it back. What
 * is written is not written again when a later environment fails and the form is saved once more.
 */
function useFormWrites() {
  const connection = useConnection()
  const done = useRef<readonly UndoableWrite[]>([])
  const notify = (text: string) => {
    notifyUndoable(connection, text, done.current)
    done.current = []
  }
  return {
    /**
     * Adds a variable to targets without a key. Changes the variable of the first target, and renames those of others.
     * @returns what was written
     */
    save: async (next: NewVariable, change: VariableChange, targets: readonly FormTarget[]) => {
      const [first] = targets
      for (const target of targets.toSorted((a, b) => protectedLast(a.environment, b.environment))) {
        const { environment, key, old } = target
        if (done.current.some(({ after }) => after.id === environment.id)) continue
        const own = key === undefined ? next : target === first ? change : { key: next.key }
        const { create, update } = variableWrites(connection, environment)
        const answer = await (key === undefined ? create(next) : update(key, own))
        const write: UndoableWrite = {
          after: answer.environment,
          keys: [...new Set([key ?? next.key, next.key])],
          before: new Map(key !== undefined && old ? [[key, old]] : []),
          written: new Map([[next.key, changedVariable(old, own)]]),
          isSame: isSameInDetail,
        }
        done.current = [...done.current, write]
        for (const warning of answer.warnings) toast.warning(`${warning.key}: ${warning.problem}`)
      }
      const written = done.current
      notify(first?.key === undefined ? 'Variable created successfully!' : 'Variable updated')
      return written
    },
    /** The form closes after some of its environments were written: that can still be undone. */
    leave: () => {
      if (done.current.length > 0)
        notify(`Saved to ${done.current.map(({ after }) => after.name).join(', ')}`)
    },
  }
}
