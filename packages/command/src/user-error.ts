/**
 * The user can fix it: `message` says what is wrong, `hint` what to do. Exit code 1 by default. Neither ever contains
 * a value or a token.
 */
export class UserError extends Error {
  override readonly name: string = 'UserError'
  readonly hint: string
  readonly code: string
  readonly exitCode: number

  constructor(message: string, hint = '', code = 'USER_ERROR', exitCode = 1) {
    super(message)
    this.hint = hint
    this.code = code
    this.exitCode = exitCode
  }
}

/** The command line itself is wrong. Exit code 2. */
export class UsageError extends UserError {
  override readonly name = 'UsageError'

  constructor(message: string, hint = '') {
    super(message, hint, 'USAGE', 2)
  }
}
