import { listMailTemplates, previewMailTemplate } from '@envhold/contract/operator/mail-templates.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../../connection/api/api.ts'

export const mailTemplatesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['operator', 'mail-templates'],
    queryFn: ({ signal }) => api.call(listMailTemplates, {}, { signal }),
  })

export const mailPreviewQuery = (api: Api, name: string) =>
  queryOptions({
    queryKey: ['operator', 'mail-templates', name],
    queryFn: ({ signal }) => api.call(previewMailTemplate, { params: { name } }, { signal }),
  })
