import { existingKey } from '@envhold/contract/fields.ts'
import * as contract from '@envhold/contract/variables/dotenv.ts'
import type { DotenvDialect } from '@envhold/formats/dialect.ts'
import { difference } from '@envhold/formats/difference.ts'
import { FormatError } from '@envhold/formats/format-error.ts'
import { type ReadDotenv, readDotenvSteps } from '@envhold/formats/parse-dotenv.ts'
import {
  combineVariables,
  fieldProblems,
  isSameInDetail,
  type Variables,
} from '@envhold/formats/variables.ts'
import { AppError } from '../../app-error.ts'
import { chargeSteps } from '../../db/charged-work.ts'
import type { Call } from '../../http/route.ts'
import { verbWithResult } from '../../http/verb.ts'
import { requireEnvironment } from '../environments/environment-access.ts'
import type { VaultWorld } from '../keyring/keyring.ts'
import { unlock } from '../keyring/unlock.ts'
import { openForReading, type Reader } from './open-for-reading.ts'
import { retryMoved } from './open-version.ts'
import { writtenResult } from './variables-view.ts'
import { requireWithinLimits, type WrittenVersion, writeUnlocked } from './write-version.ts'

/**
 * Imports a `.env` text into an environment as one version, or reports what the import would change.
 * @throws AppError VALIDATION_FAILED with the line and key of every line that cannot be parsed; nothing is imported in
 *   part
 */
export const importVariables = verbWithResult(contract.importVariables, async (world: VaultWorld, call) => {
  const { body, caller, params } = call
  const holder = await unlock(world, call)
  await requireEnvironment(world, caller, { id: params.id, operation: body.dryRun ? 'read' : 'write' })
  const read = await parse(body.dotenv, body.dialect)
  const warnings = [...read.warnings, ...read.noteWarnings].map(({ key = '', line, problem }) => ({
    key,
    problem: `Line ${line}: ${problem}`,
  }))
  if (body.dryRun)
    return await writtenResult(world, await preview(world, { ...call, holder }, read.variables), warnings)
  const written = await writeUnlocked(world, holder, call, {
    change: (current) => combineVariables(current, read.variables, body.mode),
    type: 'variables_imported',
    kind: 'import',
  })
  return await writtenResult(world, written, warnings)
})

function preview(
  world: VaultWorld,
  { caller, params, body, origin, holder }: Call<typeof contract.importVariables> & Pick<Reader, 'holder'>,
  imported: Variables,
): Promise<WrittenVersion> {
  return retryMoved(async () => {
    const readable = await openForReading(world, { holder, caller, origin }, params.id)
    const current = await (await readable.newest()).reveal('Compared a file with')
    const variables = combineVariables(current, imported, body.mode)
    requireWithinLimits(variables)
    return {
      environment: readable.environment,
      variables,
      changes: difference(current, variables, isSameInDetail),
    }
  })
}

/** More errors than this in one response are of no use. */
const maxDetails = 100

/** A text can take seconds. @throws AppError VALIDATION_FAILED, LIMIT_REACHED */
async function parse(dotenv: string, dialect: DotenvDialect | undefined): Promise<ReadDotenv> {
  try {
    const read = await chargeSteps(readDotenvSteps(dotenv, dialect))
    requireWithinLimits(read.variables)
    const details = [...read.variables].flatMap(([key, variable]) => {
      const message = existingKey.safeParse(key).error?.issues[0]?.message ?? fieldProblems(variable)[0]
      return message === undefined ? [] : [{ path: key.slice(0, 100), message }]
    })
    if (details.length > 0) throw new AppError('VALIDATION_FAILED', { details: details.slice(0, maxDetails) })
    return read
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw new AppError('VALIDATION_FAILED', {
      message: 'The file could not be parsed. Nothing was imported.',
      details: error.problems.map(({ line, key, problem }) => ({
        path: key ?? 'dotenv',
        message: `Line ${line}: ${problem}`,
      })),
    })
  }
}
