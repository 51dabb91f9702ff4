import type { FastifyRequest } from 'fastify'
import type { Origin } from './route.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** When its head had arrived, `performance.now()`. */
    startedAt: number
    /** How long the call has waited on purpose, in milliseconds. */
    waitedMs: number
    /** The client's address, as TRUST_PROXY has it. */
    address: string
  }
}

const userAgentLength = 256

export const originOf = (request: FastifyRequest): Origin => ({
  requestId: request.id,
  ip: request.address,
  userAgent: request.headers['user-agent']?.slice(0, userAgentLength) ?? '',
})
