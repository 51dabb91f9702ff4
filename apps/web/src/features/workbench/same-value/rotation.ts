import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { FoundEnvironment, FoundVariable } from '@envhold/contract/variables/find.ts'
import { useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { isPromptCanceled } from '../../../connection/prompt-cancelled.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { protectedLast } from '../../projects/protected-last.ts'
import { StaleError, variableWrites } from '../data/use-variable-writes.ts'
import { confirmedIn } from '../data/write-version.ts'
import type { Rotation } from '../store/state.ts'

/** A variable that gets the new value. */
export interface RotationTarget {
  readonly id: string
  readonly key: string
  readonly project: Pick<FoundVariable['project'], 'id' | 'name'>
  readonly environment: FoundEnvironment
}

const targetOf = (
  key: string,
  project: RotationTarget['project'],
  environment: FoundEnvironment,
): RotationTarget => ({ id: `${environment.id}/${key}`, key, project, environment })

/**
 * What is written, the protected environments last. Without a value that is here already, here first.
 * @param isWritable whether the user can write to the project of a variable
 */
export function targetsOf(
  { key, matches, projects, value }: Rotation,
  here: { readonly environment: Environment; readonly projectName: string },
  isWritable: (one: FoundVariable) => boolean,
): readonly RotationTarget[] {
  const { environment, projectName } = here
  const own = { id: environment.project_id, name: projectName }
  const targets = matches
    .filter((one) => projects.has(one.project.id) && isWritable(one))
    .flatMap((one) => one.environments.map((each) => targetOf(one.key, one.project, each)))
  const all = value === undefined ? [targetOf(key, own, environment), ...targets] : targets
  return all.toSorted((a, b) => protectedLast(a.environment, b.environment))
}

export type RotationState = 'writing' | 'done' | { readonly problem: string }

/** Writes the new value to one environment after the other. One that fails does not stop the others. */
export function useRotation() {
  const connection = useConnection()
  const [states, setStates] = useState<ReadonlyMap<string, RotationState>>(new Map())
  const [isBusy, setBusy] = useState(false)
  const set = (id: string, state: RotationState) => setStates((known) => new Map(known).set(id, state))

  const write = async ({ id, key, environment }: RotationTarget, value: string): Promise<boolean> => {
    set(id, 'writing')
    try {
      await variableWrites(connection, environment).put(key, { value }, confirmedIn(environment))
      set(id, 'done')
      return true
    } catch (error) {
      const isCancelled = isPromptCanceled(error)
      const problem = error instanceof StaleError ? error.message : errorText(error, texts)
      set(id, { problem: isCancelled ? 'Not written.' : problem })
      return !isCancelled
    }
  }
  return {
    states,
    isBusy,
    /** What is written already is not written again. */
    run: async (targets: readonly RotationTarget[], value: string): Promise<void> => {
      setBusy(true)
      for (const target of targets) {
        if (states.get(target.id) === 'done') continue
        if (!(await write(target, value))) break
      }
      setBusy(false)
    },
  }
}

const texts = { fallback: 'The new value could not be written' }
