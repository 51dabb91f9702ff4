import { randomBytes } from 'node:crypto'
import type { ProviderId } from '@envhold/contract/billing/payments.ts'
import type { TrxContext } from '../../context.ts'
import { parseStored } from '../../db/parse-stored.ts'
import {
  type GeneralSettings,
  generalSettings,
  providerSettings,
  type StoredProviderSettings,
} from './payment-settings.ts'
import { readSettings, writeSettings } from './payment-settings-store.ts'

/** Signs the sandbox's own webhooks; no operator ever types it. */
export const newSandboxSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

type Writing = TrxContext<'secrets' | 'clock' | 'engine'>

/** Changes some of the settings of a provider and leaves the others. @throws TamperedRowError, or a ZodError */
export async function updateProviderSettings(
  tx: Writing,
  id: ProviderId,
  change: Partial<StoredProviderSettings>,
): Promise<void> {
  const before = parseStored(providerSettings, (await readSettings(tx, id)) ?? '{}')
  const after = providerSettings.parse({ ...before, ...change })
  if (id === 'sandbox' && after.webhookSecret === '') after.webhookSecret = newSandboxSecret()
  await writeSettings(tx, id, JSON.stringify(after))
}

/** Changes some of the general settings and leaves the others. @throws TamperedRowError */
export async function updateGeneralSettings(tx: Writing, change: Partial<GeneralSettings>): Promise<void> {
  const before = parseStored(generalSettings, (await readSettings(tx, 'general')) ?? '{}')
  await writeSettings(tx, 'general', JSON.stringify(generalSettings.parse({ ...before, ...change })))
}
