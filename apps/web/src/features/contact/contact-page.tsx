import { ApiError } from '@envhold/client/api-error.ts'
import { createClient } from '@envhold/client/client.ts'
import { contactMessage, sendContactMessage } from '@envhold/contract/contact.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { Check } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { showFieldErrors } from '../../connection/api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { ContactFields, type ContactMessage, type ContactValues } from './contact-fields.tsx'

export function ContactPage({ support, typed }: ContactProps) {
  return (
    <main className="mx-auto grid max-w-content gap-x-16 gap-y-10 px-4 py-12 sm:px-6 sm:py-16 lg:grid-cols-[20rem_1fr]">
      <div className="grid content-start gap-6">
        <h1 className="text-[2rem] leading-tight font-semibold tracking-tight">Contact</h1>
        <p className="text-pretty text-ink-2">
          Your message goes to the people who operate this instance. They answer by e-mail, to the address
          that you give.
        </p>
        <dl className="grid gap-4 [&_dd]:text-ink-2 [&_dt]:font-medium">
          <div>
            <dt>By e-mail</dt>
            <dd>
              <a href={`mailto:${support}`} className="break-words text-accent underline underline-offset-4">
                {support}
              </a>
            </dd>
          </div>
          <div>
            <dt>Something does not work</dt>
            <dd>
              Many answers are in{' '}
              <a href="/docs#troubleshooting" className="text-accent underline underline-offset-4">
                Troubleshooting
              </a>
              .
            </dd>
          </div>
          <div>
            <dt>Never send a secret</dt>
            <dd>Nobody needs your values, your passwords or your recovery key to help you.</dd>
          </div>
        </dl>
      </div>
      <ContactForm support={support} {...(typed && { typed })} />
    </main>
  )
}

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

interface ContactProps {
  /** The e-mail address of the people who operate the instance. */
  readonly support: string
  /** What was typed before the script ran. */
  readonly typed?: Partial<ContactValues>
}

/** After a failure the text stays where it is. */
function ContactForm({ support, typed }: ContactProps) {
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

/** What happened, that nothing is lost, and what to do. */
function contactErrorText(error: unknown, support: string): string {
  const isLimited = error instanceof ApiError && error.code === 'RATE_LIMITED'
  const what = isLimited ? 'Too many messages were sent in the last hour.' : 'Your message could not be sent.'
  const when = isLimited ? 'Try again in an hour' : 'Try again in a minute'
  return `${what} Your text is still here. ${when}, or write an e-mail to ${support}.`
}

function MessageSent({ onReset }: { onReset: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The form, and the focus with it, is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="grid content-start justify-items-start gap-4 rounded-lg border bg-surface p-6 shadow-low sm:p-8">
      <span className="grid size-10 place-items-center rounded-full bg-good-soft text-good">
        <Check className="size-5" aria-hidden="true" />
      </span>
      <h2 ref={heading} tabIndex={-1} className="text-title font-semibold outline-none">
        Message Sent!
      </h2>
      <p className="max-w-prose text-ink-2">
        The people who operate this instance have it now, and will answer by e-mail.
      </p>
      <Button variant="secondary" onClick={onReset}>
        Send Another Message
      </Button>
    </section>
  )
}
