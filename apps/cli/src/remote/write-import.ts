import { ApiError } from '@envhold/client/api-error.ts'
import type { InputOf, OutputOf } from '@envhold/contract/endpoint.ts'
import { importVariables } from '@envhold/contract/variables/dotenv.ts'
import { readVariables, writeVariables } from '@envhold/contract/variables/variables.ts'
import { difference, touchedFields } from '@envhold/formats/difference.ts'
import type { ReadDotenv } from '@envhold/formats/parse-dotenv.ts'
import { render } from '@envhold/formats/render.ts'
import { writeStatement } from '@envhold/formats/render-dotenv.ts'
import {
  combineVariables,
  isSameInDetail,
  pickVariables,
  replaceVariables,
  toVariables,
  type Variables,
} from '@envhold/formats/variables.ts'
import type { Changes } from '../output/changes.ts'
import { withAccessHint } from './access-hint.ts'
import type { Target } from './choose-target.ts'
import type { Connection } from './client-for.ts'

export type Mode = 'merge' | 'replace'

/**
 * Reads the input of a write. If the environment's variables are readable, they show which statements of a file are
 * unchanged.
 */
export type ReadWanted = (present: Variables | undefined) => ReadDotenv

export interface PlannedChanges extends Changes, ReadDotenv {
  readonly environment: { readonly name: string; readonly protected: boolean }
  /** The version with which the changes were compared. */
  readonly version: number
  /** Variables that only the server has, and that stay. */
  readonly kept: number
  /** The variables of the environment; null if this token may not read them. */
  readonly present: Variables | null
  /** What is sent to make these changes. */
  readonly body: WriteBody
}

export type WriteBody = NonNullable<InputOf<typeof writeVariables>['body']>

async function compareHere(
  { client }: Connection,
  id: number,
  request: ReadWanted,
  mode: Mode,
): Promise<PlannedChanges> {
  const answer = await client.call(readVariables, { params: { id } })
  const present = toVariables(answer.variables, answer.details)
  const { version, environment } = answer
  const read = request(present)
  // A note that the input does not have stays, so it is no change.
  const after = replaceVariables(present, read.variables)
  const { added, changed, removed } = difference(present, after, isSameInDetail)
  const body = touchedFields(present, combineVariables(present, read.variables, mode))
  return mode === 'replace'
    ? { ...read, environment, added, changed, removed, version, present, kept: 0, body }
    : { ...read, environment, added, changed, removed: [], version, present, kept: removed.length, body }
}

/**
 * The server reads a `.env` text by npm dotenv's rules. In place of a value that such a text cannot hold is one that no
 * environment has, so that it counts as another one.
 */
function comparableText(variables: Variables): string {
  const comparable = new Map(variables)
  for (const [key, variable] of variables)
    if (writeStatement(key, variable.value, 'node') === undefined)
      comparable.set(key, { ...variable, value: crypto.randomUUID() })
  return render('dotenv', comparable, { dialect: 'node', notes: true }).text
}

async function compareThere(
  { client }: Connection,
  id: number,
  request: ReadWanted,
  mode: Mode,
): Promise<PlannedChanges> {
  const read = request(undefined)
  const dotenv = comparableText(read.variables)
  const answer = await client.call(importVariables, { params: { id }, body: { dotenv, mode, dryRun: true } })
  const { added, changed, removed, unchanged, environment } = answer
  return {
    ...read,
    environment,
    added,
    changed,
    removed,
    version: environment.version,
    present: null,
    kept: unchanged.filter((key) => !read.variables.has(key)).length,
    body: {
      ...touchedFields(new Map(), pickVariables(read.variables, [...added, ...changed])),
      remove: removed,
    },
  }
}

/** What a write would change. With a token that can write but not read, the server compares. */
export async function importChanges(
  connection: Connection,
  target: Target,
  request: ReadWanted,
  mode: Mode,
): Promise<PlannedChanges> {
  const id = target.environmentId
  const compared = compareHere(connection, id, request, mode).catch((error) => {
    if (!(error instanceof ApiError) || error.code !== 'FORBIDDEN') throw error
    return compareThere(connection, id, request, mode)
  })
  return withAccessHint(connection, target, 'write', compared)
}

/** Writes everything as one version. @param at the compared version, and a confirmed name */
export const writeFields = (
  connection: Connection,
  target: Target,
  body: WriteBody,
  at: Parameters<Connection['client']['call']>[2],
): Promise<OutputOf<typeof writeVariables>> =>
  withAccessHint(
    connection,
    target,
    'write',
    connection.client.call(writeVariables, { params: { id: target.environmentId }, body }, at),
  )
