import { everyEndpoint } from '@envhold/contract/every-endpoint.ts'
import { AnchorHeading } from '../page/anchor-heading.tsx'
import { ApiEndpoint } from './api-endpoint.tsx'

/** Every call, made from the contract. Each group can be closed; the script of the page filters them. */
export function ApiReference() {
  const groups = Map.groupBy(everyEndpoint, ({ tag }) => tag)
  return (
    <section id="api-calls" aria-labelledby="api-calls-title" data-topic="" className="manual-topic">
      <AnchorHeading level={3} id="api-calls" title="Every call" />
      <p>
        {everyEndpoint.length} calls, made from the contract that the server checks requests with. Open one to
        see who may call it, its fields, answers, errors and an example.
      </p>
      <label className="api-filter" data-api-filter="">
        <span className="sr-only">Filter calls</span>
        <input
          type="search"
          placeholder="Filter by path, field or error"
          autoComplete="off"
          spellCheck={false}
        />
        <span role="status" data-api-count="" />
      </label>
      {[...groups].map(([tag, calls]) => (
        <div key={tag} className="api-group" data-api-group="">
          <h4>{tag}</h4>
          {calls.map((call) => (
            <ApiEndpoint key={call.name} call={call} />
          ))}
        </div>
      ))}
    </section>
  )
}
