import type { Endpoint } from '@envhold/contract/endpoint.ts'
import { errorBody } from '@envhold/contract/errors.ts'
import { type Credentials, headersOf, type TestApp } from '../app-for-tests.ts'

/**
 * Calls an endpoint with an empty body and with ids of nothing, where only the caller matters.
 * @returns the code of the error; `passed` without one
 */
export async function codeOfEmpty(
  app: Pick<TestApp, 'fetch'>,
  { method, path, body }: Endpoint,
  credentials: Credentials = {},
): Promise<string> {
  const response = await app.fetch(`/api${path.replaceAll(/\{\w+\}/g, '999999')}`, {
    method,
    headers: { ...headersOf(credentials), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: '{}' }),
  })
  if (!response.ok) return errorBody.parse(await response.json()).error
  await response.body?.cancel()
  return 'passed'
}
