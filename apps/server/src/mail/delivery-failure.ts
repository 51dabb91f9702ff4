/**
 * Why a message was not delivered, as the mail server's status codes: its sentences may contain the e-mail address.
 */
export class DeliveryFailure extends Error {
  override readonly name = 'DeliveryFailure'
  readonly code: string
  readonly status: number | undefined
  /** The message itself was rejected permanently: there is no point in trying again. */
  readonly permanent: boolean

  constructor(of: {
    readonly code: string
    readonly status?: number | undefined
    readonly permanent: boolean
  }) {
    super('The message was not delivered')
    this.code = of.code
    this.status = of.status
    this.permanent = of.permanent
  }
}

/**
 * A rejection of the message itself; a rejected login, for example, is for the operator to fix, after which the
 * message is sent.
 */
const aboutTheMessage = new Set(['EENVELOPE', 'EMESSAGE'])

export function describeFailure(error: unknown): DeliveryFailure {
  if (error instanceof DeliveryFailure) return error
  const told = typeof error === 'object' && error !== null ? error : {}
  const code = 'code' in told && typeof told.code === 'string' ? told.code : 'EUNKNOWN'
  const status =
    'responseCode' in told && typeof told.responseCode === 'number' ? told.responseCode : undefined
  const refused = 'permanent' in told && told.permanent === true
  return new DeliveryFailure({ code, status, permanent: refused && aboutTheMessage.has(code) })
}

const storable = /^[A-Z][A-Z0-9_]{1,40}$/

/** Such as 'ECONNECTION' or 'EENVELOPE 450': what operators read of a mail that waits. */
export function failureText({ code, status }: Pick<DeliveryFailure, 'code' | 'status'>): string {
  const name = storable.test(code) ? code : 'EUNKNOWN'
  return status === undefined ? name : `${name} ${status}`
}
