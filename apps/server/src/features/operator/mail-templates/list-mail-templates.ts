import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { listMailTemplates as endpoint } from '@envhold/contract/operator/mail-templates.ts'
import { templateList } from '../../../mail/every-template.ts'
import type { Variable } from '../../../mail/mail-variables.ts'

const exampleOf = ({ type, example }: Variable): string => {
  if (type === 'time') return new Date(Number(example)).toISOString()
  return Array.isArray(example) ? example.join(', ') : String(example)
}

export const listMailTemplates = (): OutputOf<typeof endpoint> => ({
  templates: templateList.map(({ name, description, category, priority, variables }) => ({
    name,
    description,
    category,
    metadata: { priority },
    variables: Object.entries(variables).map(([variable, of]) => ({
      name: variable,
      type: of.type,
      required: !of.schema.safeParse(undefined).success,
      description: of.description,
      example: exampleOf(of),
    })),
  })),
})
