/** The contact page. */
import * as endpoints from '@envhold/contract/contact.ts'
import type { Context } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import { sendContactMessage } from './send-contact-message.ts'

export const contactRoutes = (ctx: Context): Route[] => [
  route(endpoints.sendContactMessage, async (call) => ({ json: await sendContactMessage(ctx, call) })),
]
