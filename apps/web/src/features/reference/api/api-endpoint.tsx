import type { Endpoint } from '@envhold/contract/endpoint.ts'
import { ApiEndpointDetails } from './api-endpoint-details.tsx'

/** One call, collapsed to two lines. A link to it opens it. */
export function ApiEndpoint({ call }: { call: Endpoint }) {
  return (
    <details id={`api-${call.name}`} className="api-call" data-call="">
      <summary>
        <b data-method={call.method}>{call.method}</b> <code>{call.path}</code>{' '}
        <span>
          {call.summary
            .split('`')
            .map((piece, index) => (index % 2 ? <code key={piece}>{piece}</code> : piece))}
        </span>
      </summary>
      <ApiEndpointDetails call={call} />
      <a href={`#api-${call.name}`} data-anchor="" className="api-link">
        Link to this call
      </a>
    </details>
  )
}
