// biome-ignore-all assist/source/organizeImports: the first import must run first.
import '../disable-zod-jit.ts'
import { hydrateRoot } from 'react-dom/client'
import { ContactPage } from '../features/contact/contact-page.tsx'

export const hydrate = (place: HTMLElement) =>
  void hydrateRoot(place, <ContactPage support={place.dataset.support ?? ''} />)
