import { type Endpoint, successOf } from '@envhold/contract/endpoint.ts'
import { chargeStream } from '../../db/charged-work.ts'
import type { Answer } from '../exchange.ts'
import type { HandlerResult } from '../route.ts'
import { locationOf, type RedirectOrigins } from './location.ts'

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' }
const isRedirect = (status: number) => status === 302 || status === 303

/** JSON as the endpoint declares it. */
export const renderJson = (output: NonNullable<Endpoint['output']>, json: unknown) => ({
  headers: jsonHeaders,
  body: JSON.stringify(output.parse(json)),
})

/** The response of the handler, validated by the contract. */
export function renderAnswer(endpoint: Endpoint, result: HandlerResult, origins: RedirectOrigins): Answer {
  const { status = successOf(endpoint), headers = {}, json, text, stream, location, open } = result
  if (status === 304) return { status, headers }
  if (isRedirect(status))
    return { status, headers: { ...headers, location: locationOf(location, endpoint.redirects, origins) } }
  if (open) return { status, headers, open }
  if (endpoint.output) {
    const { headers: type, body } = renderJson(endpoint.output, json)
    return { status, headers: { ...type, ...headers }, body }
  }
  const type = endpoint.produces?.[0] ?? 'text/plain; charset=utf-8'
  const body = stream ? chargeStream(stream) : (text ?? '')
  return { status, headers: { 'content-type': type, ...headers }, body }
}
