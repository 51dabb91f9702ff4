import { z } from 'zod'
import { apiOrigin } from '../outbound-origins.ts'
import { PaymentError } from '../payment-error.ts'
import type { ProviderDeps, ProviderSettings } from '../provider.ts'
import { callsWith } from '../translation.ts'

/** An answer that is not a success, with the name that polar gives the error. Nothing else of the answer is read. */
export class PolarRejection extends Error {
  override readonly name = 'PolarRejection'
  readonly status: number
  readonly code: string | undefined

  constructor(status: number, code: string | undefined) {
    super(`polar answered ${status}`)
    this.status = status
    this.code = code
  }
}

const errorBody = z.object({ error: z.string().max(100) })

async function rejectionOf(response: Response): Promise<PolarRejection> {
  const body: unknown = await response.json().catch(() => undefined)
  return new PolarRejection(response.status, errorBody.safeParse(body).data?.error)
}

/** The SDK with one API version, which the webhook endpoint at polar must have too. */
async function importSdk() {
  const [sdk, checkouts, subscriptions, orders, customerSessions, customers, organizations] =
    await Promise.all([
      import('@polar-sh/sdk/2026-10'),
      import('@polar-sh/sdk/2026-10/services/checkouts'),
      import('@polar-sh/sdk/2026-10/services/subscriptions'),
      import('@polar-sh/sdk/2026-10/services/orders'),
      import('@polar-sh/sdk/2026-10/services/customer_sessions'),
      import('@polar-sh/sdk/2026-10/services/customers'),
      import('@polar-sh/sdk/2026-10/services/organizations'),
    ])
  return { sdk, checkouts, subscriptions, orders, customerSessions, customers, organizations }
}
let imported: ReturnType<typeof importSdk> | undefined

/** The parts of polar's SDK that are used here, for the requests of one act. */
export type PolarClient = Awaited<ReturnType<typeof openPolarClient>>

/**
 * The SDK builds and reads the requests. They are sent through `deps.fetch`, within the act's time limit and without
 * redirects, because the SDK's own way has neither an allow-list nor a limit of size.
 */
export async function openPolarClient(settings: ProviderSettings, deps: ProviderDeps, signal: AbortSignal) {
  imported ??= importSdk()
  const { sdk, ...services } = await imported
  const core = sdk.createPolarCore({ accessToken: settings.apiKey, baseUrl: apiOrigin('polar', settings) })
  core.sendRequest = async ([url, init]) => {
    const response = await deps.fetch(url, { ...init, redirect: 'error', signal })
    if (!response.ok) throw await rejectionOf(response)
    return response
  }
  return {
    checkouts: services.checkouts.createCheckoutsService(core),
    subscriptions: services.subscriptions.createSubscriptionsService(core),
    orders: services.orders.createOrdersService(core),
    customerSessions: services.customerSessions.createCustomerSessionsService(core),
    customers: services.customers.createCustomersService(core),
    organizations: services.organizations.createOrganizationsService(core),
  }
}

/** Does one act at polar, within its time limit. */
export type WithinPolar = <Result>(
  act: (client: PolarClient, signal: AbortSignal) => Promise<Result>,
) => Promise<Result>

export const translateRejection = (error: unknown): unknown =>
  error instanceof PolarRejection ? PaymentError.of('polar', error.status) : error

export const { orActError, orPaymentError, unlessMissing } = callsWith({
  toPaymentError: translateRejection,
  isMissing: (error) => {
    if (!(error instanceof PolarRejection) || error.status !== 404) return false
    if (error.code !== 'ResourceNotFound') throw new PaymentError('unavailable', 'polar', 404)
    return true
  },
})
