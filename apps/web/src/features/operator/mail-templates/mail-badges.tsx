import type { MailCategory, MailPriority } from '@envhold/contract/operator/mail-templates.ts'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'

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

export const CategoryBadge = ({ category }: { category: MailCategory }) => (
  <Badge tone={categoryTones[category]}>{category}</Badge>
)

export const PriorityBadge = ({ priority }: { priority: MailPriority }) => (
  <Badge tone={priorityTones[priority]}>{priority}</Badge>
)
