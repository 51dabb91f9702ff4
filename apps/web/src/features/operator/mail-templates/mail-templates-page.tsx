import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../connection/use-api.ts'
import { OperatorPage } from '../parts/operator-page.tsx'
import { QueryState } from '../parts/query-state.tsx'
import { mailTemplatesQuery } from './mail-template-queries.ts'
import { MailTemplatesByCategory } from './mail-templates-by-category.tsx'

export function MailTemplatesPage() {
  const templates = useQuery(mailTemplatesQuery(useApi()))
  return (
    <OperatorPage title="Email Templates" queries={[templates]}>
      <QueryState query={templates} call="listMailTemplates" failure="Failed to load email templates">
        {({ templates }) => <MailTemplatesByCategory templates={templates} />}
      </QueryState>
    </OperatorPage>
  )
}
