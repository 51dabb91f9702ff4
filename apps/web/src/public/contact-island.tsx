// biome-ignore-all assist/source/organizeImports: the first import must run first.
import '../disable-zod-jit.ts'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { ContactPage } from '../features/contact/contact-page.tsx'
import { readTyped } from '../features/contact/read-typed.ts'

/** Takes the form over with what was typed so far, in one step: nothing that is typed meanwhile is lost. */
export function hydrate(place: HTMLElement): void {
  const typed = readTyped(place.querySelector('form'))
  flushSync(
    () => void hydrateRoot(place, <ContactPage support={place.dataset.support ?? ''} typed={typed} />),
  )
}
