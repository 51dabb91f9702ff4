import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Warning } from '@envhold/contract/fields.ts'
import { isSameInDetail, type Variable } from '@envhold/formats/variables.ts'
import { useRef } from 'react'
import { useConnection } from '../../../connection/use-connection.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { protectedLast } from '../../projects/protected-last.ts'
import { notifyUndoable, type UndoableWrite } from '../data/undo-write.ts'
import {
  changedVariable,
  type NewVariable,
  type VariableChange,
  variableWrites,
} from '../data/use-variable-writes.ts'

/** An environment to write to, and the variable that it has, if any. */
export interface FormTarget {
  readonly environment: Environment
  readonly old: Variable | undefined
}

type Send = (target: FormTarget) => Promise<{ environment: Environment; warnings: readonly Warning[] }>

/**
 * Writes what a form says, to one environment after the other, protected ones last; one Undo takes all of it back. What
 * is written is not written again when a later environment fails and the form is saved once more.
 */
export function useFormWrites() {
  const connection = useConnection()
  const done = useRef<readonly UndoableWrite[]>([])

  const writeEach = async (
    targets: readonly FormTarget[],
    send: Send,
    changes: (target: FormTarget) => Pick<UndoableWrite, 'keys' | 'before' | 'written'>,
  ) => {
    const sorted = targets.toSorted((a, b) => protectedLast(a.environment, b.environment))
    for (const target of sorted) {
      if (done.current.some(({ after }) => after.id === target.environment.id)) continue
      const { environment: after, warnings } = await send(target)
      done.current = [...done.current, { after, isSame: isSameInDetail, ...changes(target) }]
      for (const { key, problem } of warnings) toast.warning(`${key}: ${problem}`)
    }
  }
  const notify = (text: string) => {
    notifyUndoable(connection, text, done.current)
    done.current = []
  }
  return {
    create: async (next: NewVariable, targets: readonly FormTarget[]) => {
      const { key } = next
      const written = new Map([[key, changedVariable(undefined, next)]])
      await writeEach(
        targets,
        ({ environment }) => variableWrites(connection, environment).create(next),
        () => ({ keys: [key], before: new Map(), written }),
      )
      notify('Variable created successfully!')
    },
    /**
     * Changes the variable of the first target. A new key is the key in all of them.
     * @returns what was written
     */
    update: async (key: string, change: VariableChange, targets: readonly FormTarget[]) => {
      const [first] = targets
      const changeOf = (target: FormTarget) => (target === first ? change : { key: change.key ?? key })
      await writeEach(
        targets,
        (target) => variableWrites(connection, target.environment).update(key, changeOf(target)),
        (target) => {
          const now = change.key ?? key
          const before = new Map(target.old ? [[key, target.old]] : [])
          const written = new Map([[now, changedVariable(target.old, changeOf(target))]])
          return { keys: [...new Set([key, now])], before, written }
        },
      )
      const written = done.current
      notify('Variable updated')
      return written
    },
    /** The form closes after some of its environments were written: that can still be undone. */
    leave: () => {
      if (done.current.length > 0)
        notify(`Saved to ${done.current.map(({ after }) => after.name).join(', ')}`)
    },
  }
}
