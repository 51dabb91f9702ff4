import { certificateProblem } from '@envhold/contract/certificate-problem.ts'
import type { MailStep } from '@envhold/contract/operator/mail-templates.ts'

/** Where a message went: to the mail server, by these steps, or to this file. */
export type Delivered = { readonly file: string | undefined; readonly reached: readonly MailStep[] }

/**
 * Why a message was not delivered, as the mail server's status codes: its sentences may contain the e-mail address.
 */
export class DeliveryFailure extends Error {
  override readonly name = 'DeliveryFailure'
  readonly code: string
  readonly status: number | undefined
  /** The message itself was rejected permanently: there is no point in trying again. */
  readonly permanent: boolean
  /** In the order in which they happened. */
  readonly reached: readonly MailStep[]

  constructor(of: {
    readonly code: string
    readonly status?: number | undefined
    readonly permanent: boolean
    readonly reached?: Iterable<MailStep>
  }) {
    super('The message was not delivered')
    this.code = of.code
    this.status = of.status
    this.permanent = of.permanent
    this.reached = [...(of.reached ?? [])]
  }
}

/**
 * A rejection of the message itself; a rejected login, for example, is for the operator to fix, after which the
 * message is sent.
 */
const aboutTheMessage = new Set(['EENVELOPE', 'EMESSAGE'])

/** Another version of the server queued it with other variables. */
export const otherVariables = 'EVARIABLES'

/** Whether the next message can succeed: it cannot after a rejected login, for example. */
export const isAboutTheMessage = ({ code }: Pick<DeliveryFailure, 'code'>): boolean =>
  aboutTheMessage.has(code) || code === otherVariables

/** The library's own code, unless the system's says that the certificate was rejected. */
const codeOf = (told: object): string => {
  if ('originalCode' in told && certificateProblem(told.originalCode)) return String(told.originalCode)
  return 'code' in told && typeof told.code === 'string' ? told.code : 'EUNKNOWN'
}

/** @param reached how far the message came */
export function describeFailure(error: unknown, reached: Iterable<MailStep> = []): DeliveryFailure {
  if (error instanceof DeliveryFailure) return error
  const told = typeof error === 'object' && error !== null ? error : {}
  const code = codeOf(told)
  const status =
    'responseCode' in told && typeof told.responseCode === 'number' ? told.responseCode : undefined
  const refused = 'permanent' in told && told.permanent === true
  return new DeliveryFailure({ code, status, permanent: refused && aboutTheMessage.has(code), reached })
}

const storable = /^[A-Z][A-Z0-9_]{1,40}$/

/** Such as 'ECONNECTION' or 'EENVELOPE 450': what operators read of a mail that waits. */
export function failureText({ code, status }: Pick<DeliveryFailure, 'code' | 'status'>): string {
  const name = storable.test(code) ? code : 'EUNKNOWN'
  return status === undefined ? name : `${name} ${status}`
}

const minute = 60_000
const hour = 60 * minute

/** How long to wait after each failed attempt. */
const waits = [minute, 5 * minute, 15 * minute, hour, 3 * hour, 7 * hour, 13 * hour]

export const maxWaitMs = Math.max(...waits)

/** When to try again after a number of attempts, about a day in total; undefined: give up. */
const nextAttempt = (attempts: number, now: number): number | undefined => {
  const wait = waits[attempts - 1]
  return wait === undefined ? undefined : now + wait
}

/** When to try a message again that failed; undefined: give up. */
export function whenAgain(
  { permanent, code }: Pick<DeliveryFailure, 'permanent' | 'code'>,
  attempts: number,
  now: number,
): number | undefined {
  if (permanent) return undefined
  // It waits for a node of the other version, until it is deleted for its age.
  return nextAttempt(attempts, now) ?? (code === otherVariables ? now + maxWaitMs : undefined)
}
