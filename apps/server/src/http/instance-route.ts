import { readInstance } from '@envhold/contract/instance.ts'
import type { Context } from '../context.ts'
import { type Route, route } from './route.ts'

/** What anybody may know of this instance, so that pages promise nothing that it cannot do. */
export const instanceRoute = ({ config }: Pick<Context, 'config'>): Route =>
  route(readInstance, async () => ({ json: { can_mail: config.smtpUrl !== undefined } }))
