import {
  listMailTemplates,
  type MailTemplate,
  mailCategories,
  sendTestMail,
} from '@envhold/contract/operator/mail-templates.ts'
import { useMutation } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { fieldErrors } from '../../../connection/api/error-text.ts'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { useApi } from '../../../connection/use-api.ts'
import { useRead } from '../../../connection/use-read.ts'
import { cn } from '../../../ui/class-names.ts'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { DelayedSearchField } from '../../../ui/forms/search-field.tsx'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { useMayCall } from '../operator.ts'
import { useFilters } from '../parts/filters.tsx'
import { OperatorPage } from '../parts/operator-page.tsx'
import { QueryState } from '../parts/query-state.tsx'
import { MailPreview, MailTemplateList } from './mail-preview.tsx'

export function MailTemplatesPage() {
  const templates = useRead(listMailTemplates, {})
  return (
    <OperatorPage title="Email Templates" queries={[templates]}>
      <QueryState query={templates} call="listMailTemplates" failure="Failed to load email templates">
        {({ templates }) => <MailTemplatesByCategory templates={templates} />}
      </QueryState>
    </OperatorPage>
  )
}

const schema = z.object({
  category: z.enum(['all', ...mailCategories]).catch('all'),
  template: z.string().catch(''),
  search: z.string().max(200).catch(''),
})

/** Every word is part of the name, the description or the name of a variable. */
const matches = ({ name, description, variables }: MailTemplate, search: string) => {
  const text = [name, name.replaceAll('-', ' '), description, ...variables.map((one) => one.name)]
  const all = text.join(' ').toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

function MailTemplatesByCategory({ templates }: { templates: readonly MailTemplate[] }) {
  const [{ category, template: selected, search }, setFilters, filter] = useFilters(schema)
  const maySend = useMayCall('sendTestMail')
  const test = useTestMail()
  const field = useRef<HTMLInputElement>(null)
  const open = templates.find(({ name }) => name === selected)
  const inCategory = (category: string) =>
    templates.filter(
      (template) =>
        (category === 'all' || template.category === category) && matches(template, search.trim()),
    )
  const categories = mailCategories.filter((category) =>
    templates.some((template) => template.category === category),
  )

  const send = (name: string) => {
    if (test.recipient.trim() === '') field.current?.focus()
    test.send(name)
  }

  const list = (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div
        className={cn(
          'grid min-w-0 gap-4 lg:sticky lg:top-[calc(var(--spacing-header)+1rem)] lg:max-h-[calc(100dvh-var(--spacing-header)-2rem)] lg:overflow-y-auto lg:p-px',
          open && 'max-lg:hidden',
        )}
      >
        <DelayedSearchField label="Search templates..." {...filter('search')} />
        {maySend && (
          <Field label="Test recipient" error={test.problem}>
            <Input
              ref={field}
              type="email"
              autoComplete="off"
              placeholder="you@example.com"
              value={test.recipient}
              onChange={(event) => test.setRecipient(event.target.value)}
            />
          </Field>
        )}
        {inCategory(category).length === 0 && (
          <p className="text-small text-ink-2">No template matches “{search}”.</p>
        )}
        <MailTemplateList
          templates={inCategory(category)}
          selected={selected}
          onSelect={(name) => setFilters({ template: name })}
          onSend={maySend ? send : undefined}
          isSending={test.isSending}
        />
      </div>
      <div className="min-w-0">
        {open ? (
          <MailPreview key={open.name} template={open} onClose={() => setFilters({ template: '' })} />
        ) : (
          <EmptyState icon={Mail} title="Select a Template" className="max-lg:hidden">
            Preview each e-mail and the variables it uses.
          </EmptyState>
        )}
      </div>
    </div>
  )

  return (
    <Tabs
      label="Categories"
      value={category}
      onValueChange={(value) => setFilters({ category: schema.shape.category.parse(value) })}
      tabs={(['all', ...categories] as const).map((value) => ({
        value,
        label: `${capital(value)} (${inCategory(value).length})`,
        content: value === category && list,
      }))}
    />
  )
}

/** The recipient of test mails, and sending one. A wrong address shows beside its field. */
function useTestMail() {
  const api = useApi()
  const [recipient, setRecipient] = useState('')
  const [problem, setProblem] = useState<string>()
  const sending = useMutation({
    mutationFn: (name: string) =>
      api.call(sendTestMail, { params: { name }, body: { to: recipient.trim() } }),
    onSuccess: ({ message, progress }) => toast.success(message, { description: progress }),
    onError: (error) => {
      const [wrong] = fieldErrors(error)
      if (wrong) setProblem(wrong.message)
      else notifyError(error, { fallback: 'Error sending test email' })
    },
  })
  return {
    recipient,
    problem,
    isSending: sending.isPending,
    setRecipient: (to: string) => {
      setProblem(undefined)
      setRecipient(to)
    },
    send: (name: string) => {
      const isEmpty = recipient.trim() === ''
      setProblem(isEmpty ? 'Please enter a test email address' : undefined)
      if (!isEmpty) sending.mutate(name)
    },
  }
}
