import { type Agent, request } from 'node:http'
import type { InjectTarget } from './inject-targets.ts'

/** One call of inject, and how it ended. */
export interface Call {
  readonly target: InjectTarget
  /** The status of the response; for a call without one, the error's code. */
  readonly outcome: number | string
  readonly requestId: string
  /** Against `performance.now()`. */
  readonly sentAt: number
  readonly ms: number
}

/** A call that took longer has waited for ever. */
const forEverMs = 30_000
const waitedForEver = 'waited for ever'

/** Calls inject once and never rejects. */
export function callOnce(url: string, target: InjectTarget, agent?: Agent): Promise<Call> {
  const sentAt = performance.now()
  return new Promise((resolve) => {
    const end = (outcome: number | string, requestId = '') => {
      clearTimeout(late)
      resolve({ target, outcome, requestId, sentAt, ms: performance.now() - sentAt })
    }
    const headers = { 'x-api-key': target.apiKey }
    const call = request(`${url}${target.path}`, { headers, ...(agent && { agent }) }, (response) => {
      response.resume()
      // A body that is cut off was not received.
      response.once('error', (error) => end(error.message))
      response.once('end', () => end(response.statusCode ?? 0, String(response.headers['x-request-id'])))
    })
    const late = setTimeout(() => {
      end(waitedForEver)
      call.destroy()
    }, forEverMs)
    call.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message))
    call.end()
  })
}

/** The server has promised that the call is on record. */
export const isAcknowledged = ({ outcome }: Call): boolean => outcome === 200
