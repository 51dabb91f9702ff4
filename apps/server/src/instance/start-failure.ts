import { ConfigError } from '../config/config.ts'
import { DataDirLockedError } from '../db/sqlite/data-files.ts'
import { isForbidden, isUnavailable, StorageRejection } from '../db/storage-errors.ts'
import { describeError } from '../http/log/describe-error.ts'
import { certificateText } from '../outbound/outbound-error.ts'

/** Why a start failed, for the operator, and the exit code of sysexits.h for a supervisor. */
export interface StartFailure {
  readonly exitCode: number
  readonly lines: readonly string[]
}

const unavailable = 69
const ourFault = 70
const tryAgain = 75
const badSettings = 78

const portTroubles: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another process: stop it, or set PORT to another one',
  EACCES: 'is not allowed for this user: set PORT to one above 1023',
  EADDRNOTAVAIL: 'cannot be used, because HOST is not an address of this machine',
}

const noConnection = '53300'
const diskFull = '53100'
const databaseTroubles: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers at its address',
  ENOTFOUND: 'its host is unknown',
  '28P01': 'it rejects the user or the password, which must be percent-encoded in DATABASE_URL',
  '28000': 'it rejects the user, or a connection without TLS, which sslmode in DATABASE_URL turns on',
  '3D000': 'there is no database with that name',
  '42501': 'its user may not create tables',
  [noConnection]: 'it has no free connection: raise its max_connections, or lower DATABASE_POOL_SIZE',
  [diskFull]: 'its disk is full',
  '25006': 'it is read-only',
  '55P03': 'another connection, such as that of a backup, holds its tables for long',
  '57P03': 'it is still starting',
  ENOENT: 'there is no socket of PostgreSQL in the folder that DATABASE_URL names',
}

/** The driver's own error has no code. */
const hasNoTls = (error: unknown) =>
  error instanceof Error && error.message === 'The server does not support SSL connections'

const noAnswer = 'it does not answer'

function databaseTrouble(error: unknown): string | undefined {
  if (hasNoTls(error)) return 'it does not speak TLS: turn ssl on there, or remove sslmode from DATABASE_URL'
  const code = codeOf(error)
  const isOfFile = error instanceof Error && 'path' in error
  if (isOfFile) return undefined
  return databaseTroubles[code] ?? certificateText(code) ?? (isUnavailable(error) ? noAnswer : undefined)
}

const codeOf = (error: unknown): string => {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** A file outside of the data, such as one that the command line names. */
function forbiddenFile(error: unknown): string | undefined {
  if (!isForbidden(error) || error.path === undefined) return undefined
  const user = process.getuid ? `the user with the id ${process.getuid()}` : 'this user'
  return `${error.path} cannot be read or written by ${user} (${codeOf(error)}).`
}

export function explainStartFailure(error: unknown): StartFailure {
  if (error instanceof ConfigError)
    return { exitCode: badSettings, lines: ['Envhold cannot start with these settings:', ...error.problems] }
  if (error instanceof StorageRejection)
    return { exitCode: error.isTemporary ? tryAgain : badSettings, lines: [error.message] }
  if (error instanceof DataDirLockedError) return { exitCode: tryAgain, lines: [error.message] }
  const code = codeOf(error)
  if (error instanceof Error && 'syscall' in error && error.syscall === 'listen') {
    const trouble = portTroubles[code]
    if (trouble) return { exitCode: tryAgain, lines: [`The port ${trouble}.`] }
  }
  const forbidden = forbiddenFile(error)
  if (forbidden) return { exitCode: badSettings, lines: [forbidden] }
  const trouble = databaseTrouble(error)
  if (trouble)
    return {
      exitCode: code === noConnection || code === diskFull ? tryAgain : unavailable,
      lines: [`The database cannot be used: ${trouble}.`],
    }
  return { exitCode: ourFault, lines: [`Envhold cannot start: ${JSON.stringify(describeError(error))}`] }
}
