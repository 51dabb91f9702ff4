import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'

export function MessageSent({ onReset }: { onReset: () => void }) {
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
