/** A call that was answered, for the log and the metrics. */
export interface CompletedCall {
  readonly requestId: string
  readonly method: string
  /** The pattern of the route, never the path as it was sent. */
  readonly route: string
  readonly status: number
  readonly ip: string
  readonly ms: number
  /** How much of that the call waited on purpose, as a long poll does. */
  readonly waitedMs: number
}

/** Called after the last byte of an answer was sent. */
export type OnResponse = (call: CompletedCall) => void

declare module 'fastify' {
  interface FastifyInstance {
    /** What is called for each answer, of the server and of its plain front. */
    onAnswered: OnResponse[]
  }
}
