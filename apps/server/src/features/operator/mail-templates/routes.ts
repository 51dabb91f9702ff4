/** The mails that this instance sends. */
import * as contract from '@envhold/contract/operator/mail-templates.ts'
import type { Context } from '../../../context.ts'
import { type Route, route } from '../../../http/route.ts'
import { listMailTemplates } from './list-mail-templates.ts'
import { previewMailTemplate } from './preview-mail-template.ts'
import { sendTestMail } from './send-test-mail.ts'

export const mailTemplateRoutes = (ctx: Context): Route[] => [
  route(contract.listMailTemplates, async () => ({ json: listMailTemplates() })),
  route(contract.previewMailTemplate, async (call) => ({ json: await previewMailTemplate(call) })),
  route(contract.sendTestMail, async (call) => ({ json: await sendTestMail(ctx, call) })),
]
