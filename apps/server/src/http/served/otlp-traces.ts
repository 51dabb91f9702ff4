import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { parseKeyPairsIntoRecord, parseTraceParent, setGlobalErrorHandler } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base'
import type { TraceSettings } from '../../config/config.ts'
import { version } from '../../config/version.ts'
import type { CompletedCall, Log } from '../log/log.ts'

interface Recorded {
  /** Milliseconds since 1970. */
  readonly end: number
  /** A header `traceparent`, or an empty text. */
  readonly parent: string
}

const minuteMs = 60_000
const stopMs = 2_000

/**
 * Spans of calls: method, pattern of the route, status, and the id by which the log names the request. Never a path, a
 * name, an IP address or a value.
 */
export function openTraces({ url, headers, ratio }: TraceSettings, log: Pick<Log, 'tracesFailed'>) {
  let lastFailure = -minuteMs
  const report = (error: unknown) => {
    const now = performance.now()
    if (now - lastFailure < minuteMs) return
    lastFailure = now
    log.tracesFailed({ error })
  }
  setGlobalErrorHandler(report)
  // A caller chooses the id of a trace, and not that it is stored.
  const sampler = new TraceIdRatioBasedSampler(ratio)
  const exporter = new OTLPTraceExporter({ url, headers: parseKeyPairsIntoRecord(headers?.reveal() ?? '') })
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'envhold', 'service.version': version }),
    sampler: new ParentBasedSampler({ root: sampler, remoteParentSampled: sampler }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  const tracer = provider.getTracer('envhold')
  return {
    record: (
      { requestId, method, route, status, ms, waitedMs }: CompletedCall,
      { end, parent }: Recorded,
    ) => {
      const remote = parseTraceParent(parent)
      const context = remote
        ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true })
        : ROOT_CONTEXT
      const attributes = {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
        'envhold.request_id': requestId,
        'envhold.waited_ms': Math.round(waitedMs),
      }
      const options = { kind: SpanKind.SERVER, startTime: end - ms, attributes }
      const span = tracer.startSpan(`${method} ${route}`, options, context)
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(end)
    },
    /** A collector that does not answer does not keep the server from stopping. */
    stop: () => Promise.race([provider.shutdown().catch(report), sleep(stopMs, undefined, { ref: false })]),
  }
}
