/** Variables: creating, changing, deleting and writing them. */
import * as contract from '@envhold/contract/variables/variables.ts'
import {
  combineVariables,
  type DetailsPatch,
  patchDetails,
  toVariables,
  type Variable,
  type Variables,
} from '@envhold/formats/variables.ts'
import { AppError, notFound } from '../../app-error.ts'
import { verbWithResult } from '../../http/verb.ts'
import type { VaultWorld } from '../keyring/keyring.ts'
import { writtenResult } from './variables-view.ts'
import { writeVersion } from './write-version.ts'

const keyTaken = () => {
  const message = 'A variable with this key already exists in this environment'
  return new AppError('CONFLICT', { message, details: [{ path: 'key', message }] })
}

const noSuchVariable = () => notFound('Variable not found')

/** @throws AppError CONFLICT when the environment has a variable of this key */
export const createVariable = verbWithResult(contract.createVariable, async (world: VaultWorld, call) => {
  const { caller, body } = call
  const { key, value, ...details } = body
  const written = await writeVersion(world, call, {
    change: (current) => {
      if (current.has(key)) throw keyTaken()
      return new Map([...current, [key, patchDetails({ value }, details, caller.userId)]])
    },
    type: 'variable_created',
  })
  return await writtenResult(world, written)
})

/** @throws AppError NOT_FOUND without such a variable, CONFLICT when the new key is taken */
export const updateVariable = verbWithResult(contract.updateVariable, async (world: VaultWorld, call) => {
  const { caller, params, body } = call
  const { key } = params
  const newKey = body.key ?? key
  const written = await writeVersion(world, call, {
    change: (current) => {
      const variable = current.get(key)
      if (!variable) throw noSuchVariable()
      if (newKey !== key && current.has(newKey)) throw keyTaken()
      const others = [...current].filter(([name]) => name !== key)
      const updated = patchDetails({ ...variable, value: body.value ?? variable.value }, body, caller.userId)
      return new Map([...others, [newKey, updated]])
    },
    type: 'variable_updated',
    kind: newKey === key ? 'write' : 'rename',
  })
  return await writtenResult(world, written)
})

/** @throws AppError NOT_FOUND without such a variable */
export const deleteVariable = verbWithResult(contract.deleteVariable, async (world: VaultWorld, call) => {
  const { key } = call.params
  const written = await writeVersion(world, call, {
    change: (current) => {
      if (!current.has(key)) throw noSuchVariable()
      return new Map([...current].filter(([name]) => name !== key))
    },
    type: 'variable_deleted',
  })
  const { headers, json } = await writtenResult(world, written)
  return { headers, json: { message: 'Variable deleted successfully!', environment: json.environment } }
})

/** Writes many variables as one version. */
export const writeVariables = verbWithResult(contract.writeVariables, async (world: VaultWorld, call) => {
  const { caller, body } = call
  const variables = toVariables(body.variables)
  const removed = new Set(body.remove)
  const written = await writeVersion(world, call, {
    change: (current) => {
      const written = [...combineVariables(current, variables, body.mode)].filter(
        ([key]) => !removed.has(key),
      )
      return patchAllDetails(new Map(written), body.details ?? {}, caller.userId)
    },
    type: 'variables_imported',
  })
  return await writtenResult(world, written)
})

/** @throws AppError VALIDATION_FAILED for details of a variable that `variables` does not have */
function patchAllDetails(
  variables: Variables,
  patches: Readonly<Record<string, DetailsPatch>>,
  userId: number,
): Map<string, Variable> {
  const patched = new Map(variables)
  const unknown: string[] = []
  for (const [key, patch] of Object.entries(patches)) {
    const variable = patched.get(key)
    if (variable) patched.set(key, patchDetails(variable, patch, userId))
    else unknown.push(key)
  }
  if (unknown.length > 0)
    throw new AppError('VALIDATION_FAILED', {
      details: unknown
        .slice(0, maxUnknown)
        .map((key) => ({ path: `details.${key}`, message: 'There is no variable with this key' })),
    })
  return patched
}

/** More errors than this in one response are of no use. */
const maxUnknown = 100
