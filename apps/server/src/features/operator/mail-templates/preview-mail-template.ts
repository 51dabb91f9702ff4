import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { previewMailTemplate as endpoint } from '@envhold/contract/operator/mail-templates.ts'
import type { Call } from '../../../http/route.ts'
import { renderExample } from '../../../mail/example-mail.ts'
import { requireTemplate } from './require-template.ts'

export async function previewMailTemplate({
  params,
}: Pick<Call<typeof endpoint>, 'params'>): Promise<OutputOf<typeof endpoint>> {
  const { subject, html } = await renderExample(requireTemplate(params.name))
  return { subject, html }
}
