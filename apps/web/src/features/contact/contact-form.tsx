import { createClient } from '@envhold/client/client.ts'
import { contactMessage, sendContactMessage } from '@envhold/contract/contact.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { showFieldErrors } from '../../connection/api/show-field-errors.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { contactErrorText } from './contact-error-text.ts'
import { ContactFields } from './contact-fields.tsx'
import type { ContactMessage, ContactValues } from './contact-values.ts'
import { MessageSent } from './message-sent.tsx'

const empty: ContactValues = {
  name: '',
  email: '',
  company: '',
  subject: '',
  message: '',
  type: 'question',
  newsletter: false,
  website: '',
}
const names = ['name', 'email', 'company', 'subject', 'message', 'type'] as const

export interface ContactProps {
  /** The e-mail address of the people who operate the instance. */
  readonly support: string
  /** What was typed before the script ran. */
  readonly typed?: Partial<ContactValues>
}

/** After a failure the text stays where it is. */
export function ContactForm({ support, typed }: ContactProps) {
  const form = useForm<ContactValues, unknown, ContactMessage>({
    resolver: zodResolver(contactMessage),
    defaultValues: { ...empty, ...typed },
  })
  const [isSent, setSent] = useState(false)
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (body) => {
    try {
      await createClient({ server: '' }).call(sendContactMessage, { body })
      setSent(true)
    } catch (error) {
      if (showFieldErrors(error, names, form.setError)) return
      form.setError('root', { message: contactErrorText(error, support) })
    }
  })
  const startAgain = () => {
    form.reset(empty)
    setSent(false)
  }
  if (isSent) return <MessageSent onReset={startAgain} />
  return (
    <form method="post" onSubmit={submit} noValidate className="grid min-w-0 content-start gap-5">
      <ContactFields form={form} />
      {errors.root && <Banner tone="bad">{errors.root.message}</Banner>}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button type="submit" size="lg" busy={isSubmitting}>
          {isSubmitting ? 'Sending…' : 'Send Message'}
        </Button>
        <p className="text-small text-ink-3">
          It is stored as the{' '}
          <a href="/privacy" className="underline underline-offset-4 hover:text-ink">
            privacy policy
          </a>{' '}
          says.
        </p>
      </div>
      <noscript>
        <p>Sending a message needs JavaScript. Please write an e-mail to {support} instead.</p>
      </noscript>
    </form>
  )
}
