import type { TraceSettings } from '../../config/config.ts'
import type { OnResponse } from '../exchange.ts'
import type { Log } from '../log/log.ts'

export interface Traces {
  readonly onAnswered: readonly OnResponse[]
  /** Sends what is still held. */
  readonly stop: () => Promise<void>
}

const header = 'traceparent'

/** The span of the caller that sent the request: https://www.w3.org/TR/trace-context/ */
const parentOf = (raw: readonly string[]): string => {
  const index = raw.findIndex((text, at) => at % 2 === 0 && text.toLowerCase() === header)
  return index < 0 ? '' : (raw[index + 1] ?? '')
}

/** Sends a span of each call to an OpenTelemetry collector, if one is set. Its library is loaded only then. */
export function createTraces(settings: TraceSettings | undefined, log: Pick<Log, 'tracesFailed'>): Traces {
  if (!settings) return { onAnswered: [], stop: async () => {} }
  const loading = import('./otlp-traces.ts').then(({ openTraces }) => openTraces(settings, log))
  return {
    onAnswered: [
      async (call, { request }) => {
        const end = Date.now()
        const { record } = await loading
        record(call, { end, parent: parentOf(request.rawHeaders) })
      },
    ],
    stop: async () => (await loading).stop(),
  }
}
