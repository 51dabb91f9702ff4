import type { MailCategory, MailPriority, MailTemplate } from '@envhold/contract/operator/mail-templates.ts'
import { Eye, Send } from 'lucide-react'
import { cn } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Badge, type BadgeTone } from '../../../ui/text/badge.tsx'

interface Props {
  readonly templates: readonly MailTemplate[]
  readonly selected: string
  readonly onSelect: (name: string) => void
  /** Undefined: this operator may not send. */
  readonly onSend: ((name: string) => void) | undefined
  /** A test mail is on its way. */
  readonly isSending: boolean
}

export function MailTemplateList({ templates, selected, onSelect, onSend, isSending }: Props) {
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
