/** Why a message did not get through, in the mail server's own numbers: its sentences can quote the address. */
export class DeliveryFailure extends Error {
  override readonly name = 'DeliveryFailure'
  readonly code: string
  readonly status: number | undefined
  /** The message itself was refused for good: nobody needs to try it again. */
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

/** A refusal that is about the message; one of the login, say, is for the operator to mend, and then it goes out. */
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
