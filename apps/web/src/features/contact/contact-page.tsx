import { ContactForm, type ContactProps } from './contact-form.tsx'

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
