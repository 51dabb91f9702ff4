// biome-ignore-all assist/source/organizeImports: the first import must run first.
import '../disable-zod-jit.ts'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { ContactPage } from '../features/contact/contact-page.tsx'
import type { ContactValues } from '../features/contact/contact-fields.tsx'

/** Takes the form over with what was typed so far, in one step: nothing that is typed meanwhile is lost. */
export function hydrate(place: HTMLElement): void {
  const typed = readTyped(place.querySelector('form'))
  flushSync(
    () => void hydrateRoot(place, <ContactPage support={place.dataset.support ?? ''} typed={typed} />),
  )
}

const names = ['name', 'email', 'company', 'subject', 'message', 'type', 'website'] as const

/** What is in a form that no script runs yet. */
function readTyped(form: HTMLFormElement | null): Partial<ContactValues> {
  if (!form) return {}
  const typed = new FormData(form)
  const texts = names.flatMap((name) => {
    const text = typed.get(name)
    return typeof text === 'string' ? [[name, text]] : []
  })
  return { ...Object.fromEntries(texts), newsletter: typed.has('newsletter') }
}
