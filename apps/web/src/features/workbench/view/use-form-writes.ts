import type { Environment } from '@envhold/contract/environments/environments.ts'
import { useRef } from 'react'
import { useConnection } from '../../../connection/use-connection.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { protectedLast } from '../../projects/protected-last.ts'
import {
  changedVariable,
  type NewVariable,
  StaleError,
  useVariableWrites,
  type VariableChange,
} from '../data/variable-writes.ts'
import { notifyUndoable, type UndoableWrite } from '../data/write-version.ts'
import { changesOf, type InitialVariable, textsOf } from '../form/variable-form.ts'

/** An environment to write to. */
export interface FormTarget {
  readonly environment: Environment
  /** The variable that is changed; undefined if one is added. */
  readonly old: InitialVariable | undefined
}

/** What the form has written to an environment. */
interface FormWrite extends UndoableWrite {
  readonly target: FormTarget
  readonly variable: InitialVariable
  /** It was there already, so that Undo has nothing to take back. */
  readonly isPresent: boolean
}

/**
 * Writes what a form says, to one environment after the other, protected ones last; one Undo takes all of it back. When
 * a later environment fails and the form is saved once more, those before it get only what was typed since.
 */
export function useFormWrites(here: Environment) {
  const connection = useConnection()
  const writesIn = useVariableWrites(here)
  const done = useRef<readonly FormWrite[]>([])
  const isWritten = (id: number) => done.current.some(({ after }) => after.id === id)
  const notify = (text: string) => {
    notifyUndoable(
      connection,
      text,
      done.current.filter(({ isPresent }) => !isPresent),
    )
    done.current = []
  }

  const write = async (target: FormTarget, next: NewVariable, own: VariableChange) => {
    const { environment, old } = target
    const { create, update } = writesIn(environment)
    const earlier = done.current.find(({ after }) => after.id === environment.id)
    const variable = { ...changedVariable(old, own), key: next.key }
    const since = earlier && changesOf({ ...textsOf(variable), key: next.key }, earlier.variable)
    if (since && Object.keys(since).length === 0) return
    const present = (earlier?.variable ?? old)?.key
    const answer = await (present === undefined ? create(next) : update(present, since ?? own))
    const written: FormWrite = {
      target,
      variable,
      isPresent: !earlier && 'isPresent' in answer,
      after: answer.environment,
      keys: [...new Set([...(earlier?.keys ?? []), old?.key ?? next.key, next.key])],
      before: new Map(old ? [[old.key, old]] : []),
      written: new Map([[next.key, variable]]),
      isOneVariable: true,
    }
    done.current = [...done.current.filter((each) => each !== earlier), written]
    for (const warning of answer.warnings) toast.warning(`${warning.key}: ${warning.problem}`)
  }

  return {
    isWritten,
    /**
     * Adds a variable to targets without one. Changes the variable of the first target, and renames those of others.
     * @returns what was written
     */
    save: async (next: NewVariable, change: VariableChange, targets: readonly FormTarget[]) => {
      const [first] = targets
      const open = targets.filter(({ environment }) => !isWritten(environment.id))
      const all = [...done.current.map(({ target }) => target), ...open]
      for (const target of all.sort((a, b) => protectedLast(a.environment, b.environment))) {
        const isHere = target.environment.id === first?.environment.id
        try {
          await write(target, next, !target.old ? next : isHere ? change : { key: next.key })
        } catch (error) {
          if (!(error instanceof StaleError) || all.length === 1) throw error
          throw new StaleError(`In ${target.environment.name}: ${error.message}`)
        }
      }
      const written = done.current
      const here = written.find(({ after }) => after.id === first?.environment.id)
      notify(!here?.target.old ? 'Variable created successfully!' : 'Variable updated')
      return written
    },
    /** The form closes after some of its environments were written: that can still be undone. */
    leave: () => {
      if (done.current.length > 0)
        notify(`Saved to ${done.current.map(({ after }) => after.name).join(', ')}`)
    },
  }
}
