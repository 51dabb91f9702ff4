/** Marks the topic at the top of the window in the navigation, and brings its entry into view. */
export function markCurrent(root: HTMLElement): () => void {
  const nav = root.querySelector<HTMLElement>('[data-manual-nav]')
  if (!nav) return () => {}
  const links = new Map(
    Array.from(nav.querySelectorAll<HTMLAnchorElement>('li a'), (link) => [link.hash.slice(1), link]),
  )
  let current: HTMLAnchorElement | undefined
  const mark = (id: string) => {
    const link = links.get(id)
    if (!link || link === current) return
    current?.removeAttribute('aria-current')
    link.setAttribute('aria-current', 'location')
    current = link
    // Not scrollIntoView, which would also scroll the page.
    const { offsetTop, offsetHeight } = link
    if (offsetTop < nav.scrollTop || offsetTop + offsetHeight > nav.scrollTop + nav.clientHeight)
      nav.scrollTo({ top: offsetTop - nav.clientHeight / 3 })
  }
  // Above the first topic, that is the one.
  mark(root.querySelector('[data-topic]')?.id ?? '')
  const observer = new IntersectionObserver(
    (entries) => {
      const entered = entries.find(({ isIntersecting }) => isIntersecting)
      if (entered) mark(entered.target.id)
    },
    { rootMargin: '-15% 0px -80% 0px' },
  )
  for (const topic of root.querySelectorAll('[data-topic]')) observer.observe(topic)
  return () => observer.disconnect()
}
