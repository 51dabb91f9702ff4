import type { DbContext } from '../../../context.ts'
import { resealProviderSettings } from '../../../identity-provider/provider-settings-store.ts'
import type { Sweep } from '../../../jobs/sweeper.ts'
import { deleteExpiredOidcRequests } from './oidc-request-store.ts'

/** What one node does every hour about sign-ins at the identity provider and its settings. */
export const oidcSweeps = (ctx: DbContext<'secrets' | 'clock'>): Sweep[] => [
  {
    name: 'oidc-requests',
    run: () => deleteExpiredOidcRequests(ctx, ctx.clock()),
    retention: [
      {
        what: 'A sign-in at the identity provider without an answer',
        period: 'immediately',
        after: 'it expires',
      },
    ],
  },
  { name: 'sign-in-settings', run: () => resealProviderSettings(ctx), retention: [] },
]
