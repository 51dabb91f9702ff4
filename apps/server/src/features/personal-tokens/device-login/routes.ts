/** Device login: the command line gets its token from a signed-in user who compares a code (RFC 8628). */
import * as contract from '@envhold/contract/device-login.ts'
import type { Context } from '../../../context.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Keyring } from '../../keyring/keyring.ts'
import { approveDeviceLogin } from './approve-device-login.ts'
import { denyDeviceLogin } from './deny-device-login.ts'
import { openDeviceLogin } from './open-device-login.ts'
import { pollDeviceLogin } from './poll-device-login.ts'
import { startDeviceLogin } from './start-device-login.ts'

export const deviceLoginRoutes = (ctx: Context, ring: Keyring): Route[] => [
  route(contract.startDeviceLogin, async (call) => ({ json: await startDeviceLogin(ctx, call) })),
  route(contract.pollDeviceLogin, async (call) => ({ json: await pollDeviceLogin(ctx, call) })),
  route(contract.openDeviceLogin, async (call) => ({ json: await openDeviceLogin(ctx, call) })),
  route(contract.approveDeviceLogin, async (call) => ({ json: await approveDeviceLogin(ctx, ring, call) })),
  route(contract.denyDeviceLogin, async (call) => {
    await denyDeviceLogin(ctx, call)
    return { json: { message: 'The login was denied.' } }
  }),
]
