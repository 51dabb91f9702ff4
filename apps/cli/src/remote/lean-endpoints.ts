import type { Endpoint, OutputOf } from '@envhold/contract/endpoint.ts'
import type { injectByName } from '@envhold/contract/inject.ts'
import type { readVariablesByName } from '@envhold/contract/variables.ts'
import { readKeyAnswer, readUserAnswer } from './answer-guards.ts'

/** The part of an endpoint that the client uses, with a guard in place of the schema. */
function lean<E extends Endpoint>(path: E['path'], read: (value: unknown) => OutputOf<E> | null): E {
  const safeParse = (value: unknown) => {
    const data = read(value)
    return data === null ? { success: false } : { success: true, data }
  }
  // The client uses nothing else of an endpoint; the rest would load zod.
  return { method: 'GET', path, output: { safeParse } } as unknown as E
}

export const leanReadVariablesByName = lean<typeof readVariablesByName>('/env/variables', readUserAnswer)
export const leanInjectByName = lean<typeof injectByName>('/v1/variables', readKeyAnswer)
