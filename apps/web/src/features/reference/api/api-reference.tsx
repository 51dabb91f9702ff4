import type { Endpoint } from '@envhold/contract/endpoint.ts'
import { successOf } from '@envhold/contract/endpoint.ts'
import { everyEndpoint } from '@envhold/contract/every-endpoint.ts'
import { documentedOrigin } from '@envhold/contract/pages/public-pages.ts'
import { codeSample } from '../page/manual-text.ts'
import { answersOf, audienceText, curlExample, errorsOf, fieldsOf } from './describe-endpoint.ts'

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

/** One call, collapsed to two lines. A link to it opens it. */
const ApiEndpoint = ({ call }: { call: Endpoint }) => (
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

/** Who may call, what is sent, what is answered, and an example. */
function ApiEndpointDetails({ call }: { call: Endpoint }) {
  const fields = fieldsOf(call)
  const errors = errorsOf(call)
  return (
    <div className="api-details">
      <dl>
        <dt>Who</dt>
        <dd>
          {audienceText(call)}
          {call.vault && '. Needs the vault'}
        </dd>
        <dt>Answers</dt>
        <dd>
          {successOf(call)}
          {answersOf(call).map((name) => (
            <span key={name}>
              {' '}
              <code>{name}</code>
            </span>
          ))}
        </dd>
      </dl>
      {fields.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">In</th>
              <th scope="col">Type</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ name, place, type, required, note }) => (
              <tr key={`${place} ${name}`}>
                <td>
                  <code>{name}</code>
                  {!required && ' optional'}
                </td>
                <td data-label="In">{place}</td>
                <td>
                  <code>{type}</code>
                  {note && ` ${note}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {errors.length > 0 && (
        <p className="api-errors">
          Errors:{' '}
          {errors.map(({ code, status, message }) => (
            <span key={code}>
              <code title={message}>{code}</code> {status}{' '}
            </span>
          ))}
        </p>
      )}
      <figure
        className="manual-code"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own code, escaped.
        dangerouslySetInnerHTML={{ __html: codeSample(curlExample(call, documentedOrigin)) }}
      />
    </div>
  )
}
