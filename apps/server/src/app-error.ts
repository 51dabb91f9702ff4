import { type ErrorBody, type ErrorCode, errors } from '@envhold/contract/errors.ts'

interface Extra {
  /** The message for the user, if the one in the table is not exact enough. Never contains a secret. */
  readonly message?: string
  readonly details?: NonNullable<ErrorBody['details']>
  /** More fields of the response that belong to this code. */
  readonly fields?: Pick<ErrorBody, 'methods' | 'ticket' | 'limit' | 'unavailable'>
  /** Seconds until a retry makes sense. */
  readonly retryAfter?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** A rejection that the caller can understand; http/ turns it into the contract's status and body. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly details: Extra['details']
  readonly fields: Extra['fields']
  readonly retryAfter: number | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode, extra: Extra = {}) {
    super(extra.message ?? errors[code].message)
    this.code = code
    this.details = extra.details
    this.fields = extra.fields
    this.retryAfter = extra.retryAfter
    this.headers = extra.headers ?? {}
  }

  /** The same rejection, with more headers. */
  with(more: Pick<Extra, 'headers'>): AppError {
    const { code, message, details, fields, retryAfter } = this
    const headers = { ...this.headers, ...more.headers }
    return new AppError(code, {
      message,
      headers,
      ...(details && { details }),
      ...(fields && { fields }),
      ...(retryAfter !== undefined && { retryAfter }),
    })
  }
}

export const conflict = (message: string): AppError => new AppError('CONFLICT', { message })
/** @param what what the caller had read, such as 'role' */
export const changedSinceRead = (what: string): AppError =>
  conflict(`Someone else changed this in the meantime. Check the current ${what}, then repeat your change.`)
export const forbidden = (message: string): AppError => new AppError('FORBIDDEN', { message })
export const notFound = (message: string): AppError => new AppError('NOT_FOUND', { message })

/** Says what is wrong at the field alone: the message is that of all invalid requests. */
export const fieldError = (path: string, message: string): AppError =>
  new AppError('VALIDATION_FAILED', { details: [{ path, message }] })

/** @param path the field of the request that is wrong */
export const invalidField = (path: string, message: string): AppError =>
  new AppError('VALIDATION_FAILED', { message, details: [{ path, message }] })

/** A row that decides who may do what has no valid MAC of this server: something else wrote it. */
export class TamperedRowError extends Error {
  override readonly name = 'TamperedRowError'
  readonly table: string
  readonly id: string

  constructor(table: string, id: string) {
    super(`A row of ${table} was changed from outside`)
    this.table = table
    this.id = id
  }
}
