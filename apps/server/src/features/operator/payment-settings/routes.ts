import * as settings from '@envhold/contract/operator/payment-settings.ts'
import type { Context } from '../../../context.ts'
import { type Route, route } from '../../../http/route.ts'
import { readPaymentConfig } from './read-payment-config.ts'
import { testPaymentProvider } from './test-payment-provider.ts'
import { updatePaymentConfig } from './update-payment-config.ts'

export const paymentSettingsRoutes = (ctx: Context): Route[] => [
  route(settings.readPaymentConfig, async () => ({ json: await readPaymentConfig(ctx) })),
  route(settings.updatePaymentConfig, async (call) => ({ json: await updatePaymentConfig(ctx, call) })),
  route(settings.testPaymentProvider, async (call) => ({ json: await testPaymentProvider(ctx, call) })),
]
