import type { Context } from '../../../context.ts'
import { parseStored } from '../../../db/parse-stored.ts'
import {
  type SandboxEvent,
  type SignedWebhook,
  signSandboxWebhook,
} from '../../../payments/sandbox/sandbox-webhook.ts'
import { providerSettings } from '../../../payments/settings/payment-settings.ts'
import { readSettings } from '../../../payments/settings/payment-settings-store.ts'

/** Receives a webhook as the endpoint for all providers does. */
export type DeliverWebhook = (webhook: SignedWebhook) => Promise<void>

/**
 * Sends an event of the sandbox to this instance itself, signed. Call it after the commit. A delivery that fails is
 * logged: as with any provider, the state is asked for again later.
 */
export async function sendSandboxWebhook(
  ctx: Pick<Context, 'db' | 'secrets' | 'clock' | 'log' | 'payments'>,
  deliver: DeliverWebhook,
  event: SandboxEvent,
): Promise<void> {
  try {
    // A new instance has no secret until the provider is first created.
    await ctx.payments.find('sandbox')
    const settings = parseStored(providerSettings, (await readSettings(ctx, 'sandbox')) ?? '{}')
    await deliver(signSandboxWebhook(settings.webhookSecret, event, ctx.clock()))
  } catch (error) {
    ctx.log.taskFailed({ task: 'sandbox-webhook', error })
  }
}
