import { everyEndpoint } from '@envhold/contract/every-endpoint.ts'
import { ApiEndpoint } from './api-endpoint.tsx'

/** Every call, made from the contract. Each group can be closed; the script of the page filters them. */
export function ApiReference() {
  const groups = Map.groupBy(everyEndpoint, ({ tag }) => tag)
  return (
    <>
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
    </>
  )
}
