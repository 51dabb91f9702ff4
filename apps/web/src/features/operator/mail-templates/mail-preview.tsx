import type { MailTemplate } from '@envhold/contract/operator/mail-templates.ts'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Panel, PanelEmpty } from '../parts/panel.tsx'
import { QueryState } from '../parts/query-state.tsx'
import { mailPreviewQuery } from './mail-template-queries.ts'

interface Props {
  readonly template: MailTemplate
  /** Back to the list, on screens that have no room for both. */
  readonly onClose: () => void
}

export function MailPreview({ template, onClose }: Props) {
  const { name, variables } = template
  const preview = useQuery(mailPreviewQuery(useApi(), name))
  return (
    <div className="grid min-w-0 gap-5">
      <Button variant="secondary" size="sm" className="justify-self-start lg:hidden" onClick={onClose}>
        <ArrowLeft />
        All templates
      </Button>
      <QueryState
        query={preview}
        call="previewMailTemplate"
        failure="Error loading template preview"
        skeleton={<Skeleton className="h-96" />}
      >
        {({ subject, html }) => (
          <Panel title={<span className="break-words">{subject}</span>}>
            <MailFrame title={`Preview of ${name}`} html={html} />
          </Panel>
        )}
      </QueryState>
      {variables.length === 0 ? (
        <Panel title="Template Variables">
          <PanelEmpty>This template has no variables.</PanelEmpty>
        </Panel>
      ) : (
        <section className="grid gap-2">
          <h2 className="font-semibold">Template Variables</h2>
          <DataTable
            label="Template Variables"
            columns={variableColumns}
            rows={variables}
            rowKey={({ name }) => name}
          />
        </section>
      )}
    </div>
  )
}

const variableColumns: readonly Column<MailTemplate['variables'][number]>[] = [
  { head: 'Name', cell: ({ name }) => <code className="break-all">{name}</code> },
  { head: 'Type', cell: ({ type }) => type },
  { head: 'Required', cell: ({ required }) => (required ? 'Required' : 'Optional') },
  { head: 'Description', cell: ({ description }) => description, wide: true },
  { head: 'Example', cell: ({ example }) => <span className="break-words">{example}</span>, wide: true },
]

interface MailFrameProps {
  readonly title: string
  readonly html: string
}

/**
 * A mail as its reader sees it. The frame runs no script, has an origin of its own, and can open nothing. A `blob:`
 * address, and not `srcdoc`, for the page lets nothing make HTML of a text (`trusted-types 'none'`).
 */
function MailFrame({ title, html }: MailFrameProps) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([html], { type: 'text/html;charset=utf-8' }))
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [html])
  return (
    <iframe
      title={title}
      sandbox=""
      {...(address !== undefined && { src: address })}
      className="h-[38rem] w-full border-t bg-sunken"
    />
  )
}
