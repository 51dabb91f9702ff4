import { onFirstInput } from './on-first-input.ts'

type Hydrate = (place: HTMLElement) => void

/** The parts of public pages that need more than plain HTML: their code, by name. */
const islands: Record<string, () => Promise<{ hydrate: Hydrate }>> = {
  contact: () => import('./contact-island.tsx'),
  docs: () => import('./docs-island.tsx'),
}
/** Its code loads once somebody uses the page. */
const isLate = (name: string) => name === 'contact'

export function startIslands(): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const name = place.dataset.island ?? ''
    // A part that cannot be loaded stays readable.
    const start = () => void islands[name]?.().then(({ hydrate }) => hydrate(place))
    if (isLate(name)) onFirstInput(start)
    else start()
  }
}
