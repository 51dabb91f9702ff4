/**
 * Checks the responses that `run`, `pull` and `get` read, by hand: the contract's schemas need zod, and loading zod
 * takes longer than the call. The types are the contract's, and a test compares each guard with its schema.
 */
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { injectByName } from '@envhold/contract/inject.ts'
import { limits } from '@envhold/contract/limits.ts'
import type { readVariablesByName } from '@envhold/contract/variables/variables.ts'
import { detailNames, type FieldName, fieldOf } from '@envhold/formats/fields/every-field.ts'
import { isRecord } from '../files/read-text.ts'

type KeyAnswer = OutputOf<typeof injectByName>
type UserResponse = OutputOf<typeof readVariablesByName>
type ActivityHead = NonNullable<UserResponse['activity']>

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length <= max
const isName = (value: string) =>
  value.length <= limits.variableKeyLength && /^[A-Za-z_][A-Za-z0-9_]*$/.test(value)

const isReturned = (field: FieldName, value: unknown): value is string =>
  typeof value === 'string' && fieldOf(field).wire.isReturned(value)

function isVariables(value: unknown): value is Record<string, string> {
  if (!isRecord(value)) return false
  const entries = Object.entries(value)
  return (
    entries.length <= limits.environmentVariables &&
    entries.every(([name, text]) => isName(name) && isReturned('value', text))
  )
}

const isDetail = (value: unknown) =>
  isRecord(value) && detailNames.every((name) => value[name] === null || isReturned(name, value[name]))

export function isDetails(value: unknown): value is UserResponse['details'] {
  if (!isRecord(value)) return false
  const entries = Object.entries(value)
  return (
    entries.length <= limits.environmentVariables &&
    entries.every(([name, details]) => isName(name) && isDetail(details))
  )
}

function readNamed(value: unknown, maxLength: number): { id: number; name: string } | null {
  if (!isRecord(value)) return null
  const { id, name } = value
  return isCount(id) && id > 0 && isText(name, maxLength) ? { id, name } : null
}

export function readKeyAnswer(value: unknown): KeyAnswer | null {
  if (!isRecord(value)) return null
  const project = readNamed(value.project, limits.nameLength)
  const environment = readNamed(value.environment, limits.environmentNameLength)
  const { version, variables } = value
  if (!project || !environment || !isCount(version) || !isVariables(variables)) return null
  return { project, environment, version, variables }
}

const maxMacLength = 66
const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

function readLink(value: unknown): { sequence: number; mac: string } | null {
  if (!isRecord(value)) return null
  const { sequence, mac } = value
  return isCount(sequence) && isText(mac, maxMacLength) ? { sequence, mac } : null
}

function readActivity(value: unknown): ActivityHead | null {
  if (!isRecord(value) || !isRecord(value.head)) return null
  const link = readLink(value.head)
  const { created_at } = value.head
  if (!link || !(created_at === null || (isText(created_at, 24) && time.test(created_at)))) return null
  if (value.remembered === null) return { head: { ...link, created_at }, remembered: null }
  const remembered = readLink(value.remembered)
  return remembered && { head: { ...link, created_at }, remembered }
}

export function readUserAnswer(value: unknown): UserResponse | null {
  const contents = readKeyAnswer(value)
  if (!contents || !isRecord(value)) return null
  const { details } = value
  if (!isDetails(details)) return null
  if (value.activity === null) return { ...contents, details, activity: null }
  const activity = readActivity(value.activity)
  return activity && { ...contents, details, activity }
}
