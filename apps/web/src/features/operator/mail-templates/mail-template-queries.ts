import { listMailTemplates, previewMailTemplate } from '@envhold/contract/operator/mail-templates.ts'
import type { Api } from '../../../connection/api/api.ts'
import { readQuery } from '../../../connection/api/read-query.ts'

export const mailTemplatesQuery = (api: Api) => readQuery(api, listMailTemplates, {})

export const mailPreviewQuery = (api: Api, name: string) =>
  readQuery(api, previewMailTemplate, { params: { name } })
