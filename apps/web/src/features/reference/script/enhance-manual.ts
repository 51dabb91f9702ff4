import { copyText } from '../../../ui/text/copy-text.ts'
import { searchManual } from '../search/search-manual.ts'

/**
 * Adds to the finished page what needs a script: search, copying, the filter of calls, and the mark in the navigation.
 * It needs no framework and none of the text, so the page stays light.
 *
 * @returns what undoes it
 */
export function enhanceManual(root: HTMLElement): () => void {
  const undo = [offerCopying, copyLinks, markCurrent, openLinked, filterCalls, searchManual].map((add) =>
    add(root),
  )
  return () => {
    for (const one of undo) one()
  }
}

/** Marks the topic at the top of the window in the navigation, and brings its entry into view. */
function markCurrent(root: HTMLElement): () => void {
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

const followMs = 1_000
const ownMoves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Scrolls to an element, and stays with it for a moment: sections around it are laid out only once they are near, which
 * moves it. Ends as soon as the reader moves.
 */
function follow(target: Element): () => void {
  const ending = new AbortController()
  const end = () => ending.abort()
  for (const event of ownMoves) window.addEventListener(event, end, { signal: ending.signal, passive: true })
  let until = performance.now() + followMs
  // The browser itself scrolls to the target once more at the end of loading.
  window.addEventListener('load', () => (until = performance.now() + followMs), { signal: ending.signal })
  const scroll = () => {
    if (ending.signal.aborted) return
    target.scrollIntoView({ block: 'start' })
    if (document.readyState !== 'complete' || performance.now() < until) requestAnimationFrame(scroll)
    else end()
  }
  scroll()
  return end
}

/** Opens the call that the address names, and what else would hide it. */
function openLinked(root: HTMLElement): () => void {
  let stop = () => {}
  const open = () => {
    stop()
    const id = decodeURIComponent(location.hash.slice(1))
    const target = id && document.getElementById(id)
    if (!target || !root.contains(target)) return
    if (target instanceof HTMLDetailsElement) target.open = true
    stop = follow(target)
  }
  open()
  window.addEventListener('hashchange', open)
  return () => {
    stop()
    window.removeEventListener('hashchange', open)
  }
}

const shownForMs = 2_000

/** Shows the buttons that copy code; the entry of the public pages copies. */
function offerCopying(root: HTMLElement): () => void {
  for (const button of root.querySelectorAll<HTMLElement>('[data-copy]')) button.hidden = false
  return () => {}
}

/** The sign beside a heading leads there and copies the link, and says so for two seconds. */
function copyLinks(root: HTMLElement): () => void {
  const press = async ({ target }: MouseEvent) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('[data-anchor]') : null
    if (!link || link.dataset.copied !== undefined) return
    const before = link.textContent
    // Without permission to copy, the link still leads there.
    const isCopied = await copyText(link.href).then(
      () => true,
      () => false,
    )
    if (!isCopied) return
    link.dataset.copied = ''
    link.textContent = 'Link copied'
    setTimeout(() => {
      delete link.dataset.copied
      link.textContent = before
    }, shownForMs)
  }
  root.addEventListener('click', press)
  return () => root.removeEventListener('click', press)
}

/** Shows the calls in which every typed word appears somewhere, also in their fields and errors. */
export function filterCalls(root: HTMLElement): () => void {
  const field = root.querySelector<HTMLElement>('[data-api-filter]')
  const input = field?.querySelector('input')
  const count = field?.querySelector('[data-api-count]')
  if (!field || !input || !count) return () => {}
  field.dataset.ready = ''
  const groups = Array.from(root.querySelectorAll<HTMLElement>('[data-api-group]'), (element) => ({
    element,
    calls: Array.from(element.querySelectorAll<HTMLElement>('[data-call]'), (call) => ({
      call,
      text: `${element.firstElementChild?.textContent} ${call.id} ${call.textContent}`.toLowerCase(),
    })),
  }))
  const apply = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
    let hits = 0
    for (const { element, calls } of groups) {
      const visible = calls.filter(({ call, text }) => {
        call.hidden = !words.every((word) => text.includes(word))
        return !call.hidden
      })
      element.hidden = visible.length === 0
      hits += visible.length
    }
    count.textContent = words.length === 0 ? '' : hits === 0 ? 'No call matches' : `${hits} found`
  }
  input.addEventListener('input', apply)
  return () => input.removeEventListener('input', apply)
}
