import { apiOrigin } from '../outbound-origins.ts'
import { PaymentError } from '../payment-error.ts'
import type { ProviderDeps, ProviderSettings } from '../provider.ts'
import { callsWith } from '../translation.ts'

const mediaType = 'application/vnd.api+json'

/** Sends one request of an act and answers the body of a success. */
export type SendRequest = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  resource?: object,
) => Promise<unknown>

/** A page of a proxy with 404 does not mean that there is no such subscription: it must not end one. */
function rejectionOf({ status, headers }: Response): PaymentError {
  const isPage = status === 404 && !/json/.test(headers.get('content-type') ?? '')
  return isPage
    ? new PaymentError('unavailable', 'lemonsqueezy', 404)
    : PaymentError.of('lemonsqueezy', status)
}

/**
 * JSON:API over `deps.fetch`. The answer to a rejected request is not read: its text can quote what was sent.
 * @throws PaymentError
 */
export const createSendRequest =
  (settings: ProviderSettings, deps: ProviderDeps, signal: AbortSignal): SendRequest =>
  async (method, path, resource) => {
    const response = await deps.fetch(`${apiOrigin('lemonsqueezy', settings)}/v1/${path}`, {
      method,
      headers: { accept: mediaType, 'content-type': mediaType, authorization: `Bearer ${settings.apiKey}` },
      ...(resource ? { body: JSON.stringify({ data: resource }) } : {}),
      redirect: 'error',
      signal,
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw rejectionOf(response)
    }
    return response.status === 204 ? undefined : response.json()
  }

export const { unlessMissing } = callsWith({
  toPaymentError: (error) => error,
  isMissing: (error) =>
    error instanceof PaymentError && error.status === 404 && error.failure === 'misconfigured',
})
