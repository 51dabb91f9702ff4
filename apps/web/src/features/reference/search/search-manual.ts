import { formatCount } from '../../../ui/text/format.ts'
import type { Match, Search } from './open-index.ts'
import { highlight, wordsOf } from './search-terms.ts'

type LoadSearch = () => Promise<Search>

const loadBuiltSearch: LoadSearch = async () => (await import('./built-search.ts')).search

/** Loads the index with the first call; after a failure the next call tries again. */
function loadedOnce(loadSearch: LoadSearch): LoadSearch {
  let search: Promise<Search> | undefined
  return () => {
    search ??= loadSearch()
    search.catch(() => {
      search = undefined
    })
    return search
  }
}

const typesText = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

function marked(text: string, words: readonly string[]): DocumentFragment {
  const fragment = document.createDocumentFragment()
  for (const { text: piece, isHit } of highlight(text, words)) {
    const node = isHit ? document.createElement('mark') : document.createTextNode(piece)
    if (isHit) node.textContent = piece
    fragment.append(node)
  }
  return fragment
}

function line(className: string, ...content: (string | Node)[]): HTMLElement {
  const element = document.createElement('span')
  element.className = className
  element.append(...content)
  return element
}

function optionOf({ id, title, place, excerpt }: Match, index: number, words: readonly string[]) {
  const option = document.createElement('a')
  option.id = `manual-result-${index}`
  option.href = `#${id}`
  option.role = 'option'
  option.tabIndex = -1
  option.append(
    line('manual-result-title', marked(title, words)),
    line('manual-result-place', place),
    line('manual-result-text', marked(excerpt, words)),
  )
  return option
}

const summaryOf = ({ length }: readonly Match[], query: string) =>
  length > 0
    ? formatCount(length, 'result')
    : `Nothing found for ‘${query.trim()}’. Try fewer or other words.`

/** The search field: `/` focuses it, arrows choose, Enter goes there, Escape closes. */
export function searchManual(root: HTMLElement, loadSearch: LoadSearch = loadBuiltSearch): () => void {
  const box = root.querySelector<HTMLElement>('[data-manual-search]')
  const input = box?.querySelector('input')
  const panel = box?.querySelector<HTMLElement>('[data-results]')
  const results = box?.querySelector<HTMLElement>('[role=listbox]')
  const status = box?.querySelector<HTMLElement>('[role=status]')
  if (!box || !input || !panel || !results || !status) return () => {}
  box.dataset.ready = ''
  const ended = new AbortController()
  const { signal } = ended
  const load = loadedOnce(loadSearch)
  let active = -1

  const options = () => Array.from(results.querySelectorAll<HTMLAnchorElement>('[role=option]'))
  const choose = (index: number) => {
    const all = options()
    active = all.length === 0 ? -1 : (index + all.length) % all.length
    for (const [index, option] of all.entries()) option.ariaSelected = String(index === active)
    const chosen = all[active]
    if (chosen) input.setAttribute('aria-activedescendant', chosen.id)
    else input.removeAttribute('aria-activedescendant')
    chosen?.scrollIntoView({ block: 'nearest' })
  }
  const close = () => {
    panel.hidden = true
    input.ariaExpanded = 'false'
    input.removeAttribute('aria-activedescendant')
    active = -1
  }
  const show = (matches: readonly Match[], query: string, said: string) => {
    const words = wordsOf(query)
    results.replaceChildren(...matches.map((match, index) => optionOf(match, index, words)))
    status.textContent = said
    panel.hidden = false
    input.ariaExpanded = String(matches.length > 0)
    choose(0)
  }
  const update = async () => {
    const query = input.value
    if (query.trim() === '') return close()
    try {
      const matches = (await load())(query)
      if (query === input.value && !signal.aborted) show(matches, query, summaryOf(matches, query))
    } catch {
      show([], query, 'The search could not be loaded. Check your connection.')
    }
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') choose(active + 1)
    else if (event.key === 'ArrowUp') choose(active - 1)
    else if (event.key === 'Enter') options()[active]?.click()
    else if (event.key === 'Escape' && !panel.hidden) close()
    else if (event.key === 'Escape') input.blur()
    else return
    event.preventDefault()
  }
  const focusBySlash = (event: KeyboardEvent) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || typesText(event.target)) return
    event.preventDefault()
    input.focus()
    input.select()
  }
  input.addEventListener('focus', () => void load().catch(() => {}), { signal })
  input.addEventListener('input', () => void update(), { signal })
  input.addEventListener('keydown', press, { signal })
  results.addEventListener('click', close, { signal })
  document.addEventListener('keydown', focusBySlash, { signal })
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      if (target instanceof Node && !box.contains(target)) close()
    },
    { signal },
  )
  return () => ended.abort()
}
