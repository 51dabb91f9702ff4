import { parseStored } from '../../../db/parse-stored.ts'
import { type SandboxEvent, signSandboxWebhook } from '../../../payments/sandbox/sandbox-subscription.ts'
import { providerSettings } from '../../../payments/settings/payment-settings.ts'
import { readSettings } from '../../../payments/settings/payment-settings-store.ts'
import { acceptWebhook } from '../webhooks/accept-webhook.ts'
import type { BillingWorld } from '../webhooks/event-worker.ts'

/**
 * Sends an event of the sandbox to this instance itself, signed. Call it after the commit. A delivery that fails is
 * logged: as with any provider, the state is asked for again later.
 */
export async function sendSandboxWebhook(world: BillingWorld, event: SandboxEvent): Promise<void> {
  try {
    // A new instance has no secret until the provider is first created.
    await world.payments.find('sandbox')
    const settings = parseStored(providerSettings, (await readSettings(world, 'sandbox')) ?? '{}')
    const webhook = signSandboxWebhook(settings.webhookSecret, event, world.clock())
    await acceptWebhook(world, { provider: 'sandbox', ...webhook })
  } catch (error) {
    world.log.taskFailed({ task: 'sandbox-webhook', error })
  }
}
