import { type Endpoint, successOf } from '@envhold/contract/endpoint.ts'
import { documentedOrigin } from '@envhold/contract/pages/public-pages.ts'
import { codeSample } from '../page/code-sample.ts'
import { curlExample } from './curl-example.ts'
import { answersOf, audienceText, errorsOf, fieldsOf } from './describe-endpoint.ts'

/** Who may call, what is sent, what is answered, and an example. */
export function ApiEndpointDetails({ call }: { call: Endpoint }) {
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
