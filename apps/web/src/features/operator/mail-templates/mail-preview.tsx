import {
  type MailCategory,
  type MailPriority,
  type MailTemplate,
  previewMailTemplate,
} from '@envhold/contract/operator/mail-templates.ts'
import { ArrowLeft, Eye, Send } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useRead } from '../../../connection/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/class-names.ts'
import { Skeleton } from '../../../ui/feedback/loading.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Badge, type BadgeTone } from '../../../ui/text/badge.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Panel, PanelEmpty } from '../parts/panel.tsx'
import { QueryState } from '../parts/query-state.tsx'

interface Props {
  readonly template: MailTemplate
  /** Back to the list, on screens that have no room for both. */
  readonly onClose: () => void
}

export function MailPreview({ template, onClose }: Props) {
  const { name, variables } = template
  const preview = useRead(previewMailTemplate, { params: { name } })
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

interface MailTemplateListProps {
  readonly templates: readonly MailTemplate[]
  readonly selected: string
  readonly onSelect: (name: string) => void
  /** Undefined: this operator may not send. */
  readonly onSend: ((name: string) => void) | undefined
  /** A test mail is on its way. */
  readonly isSending: boolean
}

export function MailTemplateList({
  templates,
  selected,
  onSelect,
  onSend,
  isSending,
}: MailTemplateListProps) {
  return (
    <ul aria-label="Templates" className="divide-y rounded-lg border bg-surface">
      {templates.map(({ name, description, category, metadata }) => (
        <li
          key={name}
          className={cn('flex items-start gap-2 px-4 py-2.5', name === selected && 'bg-accent-soft/50')}
        >
          <div className="grid min-w-0 flex-1 gap-1">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="font-medium break-words">{name}</span>
              <PriorityBadge priority={metadata.priority} />
              <CategoryBadge category={category} />
            </p>
            <p className="text-small text-ink-2">{description}</p>
          </div>
          <IconButton
            label={`Preview ${name}`}
            aria-pressed={name === selected}
            onClick={() => onSelect(name)}
          >
            <Eye />
          </IconButton>
          {onSend && (
            <IconButton label={`Send Test of ${name}`} disabled={isSending} onClick={() => onSend(name)}>
              <Send />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  )
}

const categoryTones: Readonly<Record<MailCategory, BadgeTone>> = {
  onboarding: 'good',
  collaboration: 'info',
  billing: 'warn',
  security: 'accent',
  notification: 'neutral',
  general: 'neutral',
}

const priorityTones: Readonly<Record<MailPriority, BadgeTone>> = {
  critical: 'bad',
  high: 'warn',
  medium: 'info',
  low: 'neutral',
}

const CategoryBadge = ({ category }: { category: MailCategory }) => (
  <Badge tone={categoryTones[category]}>{category}</Badge>
)

const PriorityBadge = ({ priority }: { priority: MailPriority }) => (
  <Badge tone={priorityTones[priority]}>{priority}</Badge>
)
