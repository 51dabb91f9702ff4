import { rekeyEnvironments } from '@envhold/contract/keyring.ts'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../connection/api/error-text.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { isUnlockCancelled } from '../../connection/vault/unlock-prompt.ts'
import { keyringErrors } from './keyring-errors.ts'
import { NoProgressError, rekeyAll } from './rekey-all.ts'

export interface Rekeying {
  readonly total: number
  readonly remaining: number
  readonly state: 'running' | 'paused' | 'done'
  /** The reason for a pause. */
  readonly problem?: string
}

const problemOf = (error: unknown) => {
  if (isUnlockCancelled(error)) return 'Unlock the vault to continue.'
  if (error instanceof NoProgressError)
    return 'Some environments could not get a new key now. They get one the next time they are changed.'
  return errorText(error, keyringErrors.rekeyEnvironments)
}

/** Runs pending re-keys while the page is open. */
export function useRekeying() {
  const { api, withUnlockedVault } = useConnection()
  const [rekeying, setRekeying] = useState<Rekeying | null>(null)
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  const run = async (total: number, remaining: number) => {
    stop.current?.abort()
    const stopper = new AbortController()
    stop.current = stopper
    const { signal } = stopper
    const update = (next: Omit<Rekeying, 'total'>) => {
      if (!signal.aborted) setRekeying({ total: Math.max(total, next.remaining), ...next })
    }
    let left = remaining
    update({ remaining: left, state: 'running' })
    try {
      await rekeyAll({
        step: () => withUnlockedVault(() => api.call(rekeyEnvironments, {}, { signal })),
        onProgress: (now) => {
          left = now
          update({ remaining: left, state: 'running' })
        },
        signal,
      })
      update({ remaining: 0, state: 'done' })
    } catch (error) {
      update({ remaining: left, state: 'paused', problem: problemOf(error) })
    }
  }
  return {
    rekeying,
    start: (pending: number) => void run(pending, pending),
    resume: () => rekeying && void run(rekeying.total, rekeying.remaining),
    dismiss: () => setRekeying(null),
  }
}
