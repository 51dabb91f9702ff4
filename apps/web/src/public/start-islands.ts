/** The parts of public pages that React runs: their code, by name. */
const islands: Record<string, () => Promise<{ hydrate: (place: HTMLElement) => void }>> = {
  contact: () => import('./contact-island.tsx'),
  docs: () => import('./docs-island.tsx'),
}

export function startIslands(): void {
  // A part that cannot be loaded stays readable.
  for (const place of document.querySelectorAll<HTMLElement>('[data-island]'))
    void islands[place.dataset.island ?? '']?.().then(({ hydrate }) => hydrate(place))
}
