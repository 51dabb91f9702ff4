/** Grants: who holds the key of an environment. This slice grants, revokes, transfers and re-keys. */
import { rekeyEnvironments } from '@envhold/contract/keyring.ts'
import { returnEnvironments } from '@envhold/contract/owner-access.ts'
import type { Context } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import type { Keyring } from '../keyring/keyring.ts'
import { rekeyPending } from './rekey-pending.ts'
import { returnEnvironments as returnToOwner } from './return-environments.ts'

export const grantRoutes = (ctx: Context, ring: Keyring): Route[] => [
  route(returnEnvironments, async (call) => ({ json: await returnToOwner(ctx, ring, call) })),
  route(rekeyEnvironments, async (call) => ({ json: await rekeyPending(ctx, ring, call) })),
]
