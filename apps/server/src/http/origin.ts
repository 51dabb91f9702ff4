import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Origin } from './route.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** When its head had arrived, from `performance.now()`. */
    startedAt: number
    /** How long the call has waited on purpose, in milliseconds. */
    waitedMs: number
    /** The client's IP address, according to TRUST_PROXY. */
    address: string
  }
}

const userAgentLength = 256

/** As much of the header as is recorded. */
export const userAgentOf = (header: string | undefined): string => header?.slice(0, userAgentLength) ?? ''

export const originOf = (request: FastifyRequest): Origin => ({
  requestId: request.id,
  ip: request.address,
  userAgent: userAgentOf(request.headers['user-agent']),
})

const signalOf = ({ raw }: FastifyReply): AbortSignal => {
  if (raw.destroyed) return AbortSignal.abort()
  const controller = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort()
  })
  return controller.signal
}

/** The origin of a call. Its signal is created at the first use, because few calls need one. */
export const originOfCall = (request: FastifyRequest, reply: FastifyReply): Origin => {
  let signal: AbortSignal | undefined
  return {
    ...originOf(request),
    get signal() {
      signal ??= signalOf(reply)
      return signal
    },
  }
}
