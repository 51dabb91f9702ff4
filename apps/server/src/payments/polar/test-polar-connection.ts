import { z } from 'zod'
import { PaymentError } from '../payment-error.ts'
import type { PaymentProvider, ProviderSettings } from '../provider.ts'
import { shortText } from '../translation/answer-schema.ts'
import { unansweredText } from '../translation/unanswered-text.ts'
import { orPaymentError, type WithinPolar } from './polar-client.ts'

const organizationsAnswer = z.object({ items: z.array(z.object({ id: shortText, name: shortText })).max(1) })

/** An organization access token sees its own organization only. */
export async function testPolarConnection(
  { organizationId, testMode }: ProviderSettings,
  within: WithinPolar,
): ReturnType<PaymentProvider['testConnection']> {
  try {
    const answer = await within((client) => orPaymentError(client.organizations.list({ limit: 1 })))
    const [organization] = organizationsAnswer.safeParse(answer).data?.items ?? []
    if (!organization) return { success: false, message: 'The access token belongs to no organization.' }
    if (organization.id !== organizationId)
      return {
        success: false,
        message: 'The access token belongs to another organization. Check the organization ID.',
      }
    const mode = testMode ? 'test mode (sandbox)' : 'live mode'
    return { success: true, message: `Connected to ${organization.name} in ${mode}.` }
  } catch (error) {
    const isRejected = error instanceof PaymentError && error.failure === 'misconfigured'
    const other = testMode ? 'production' : 'sandbox'
    return {
      success: false,
      message: isRejected
        ? `Polar does not accept the access token. A token of its ${other} does not work here.`
        : unansweredText('Polar', error),
    }
  }
}
