import { readStoredTheme, storeTheme, type Theme } from '../stored-theme.ts'
import { readDismissed, saveDismissed } from '../ui/feedback/dismissed-announcement.ts'
import { CopyError, copyText } from '../ui/text/copy-text.ts'
import { onFirstInput } from './open-dialogs.ts'

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

const shownForMs = 2_000
/** Why copying failed takes longer to read. */
const failureShownForMs = 10_000

/** `<button data-copy>` copies the code beside it and says so for two seconds, or selects it and says why not. */
export function copyOnPress(): void {
  document.addEventListener('click', async ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-copy]') : null
    const code = button?.parentElement?.querySelector('code')
    if (!button || !code?.textContent) return
    const failure = await copyText(code.textContent).then(
      () => null,
      (error: unknown) => error,
    )
    const said = button.querySelector('[role="status"]')
    const reason = failure instanceof CopyError ? failure.message : 'Failed to copy.'
    const text = failure === null ? 'Copied' : `${reason} The text is selected: copy it with the keyboard.`
    if (failure === null) button.dataset.copied = ''
    else {
      window.getSelection()?.selectAllChildren(code)
      button.title = text
    }
    if (said) said.textContent = text
    setTimeout(
      () => {
        delete button.dataset.copied
        if (said) said.textContent = ''
      },
      failure === null ? shownForMs : failureShownForMs,
    )
  })
}

const isTheme = (value: string): value is Theme => ['system', 'light', 'dark'].includes(value)

export function offerThemes(): void {
  const current = readStoredTheme()
  for (const choice of document.querySelectorAll<HTMLInputElement>('input[name="theme"]')) {
    choice.checked = choice.value === current
    choice.addEventListener('change', () => isTheme(choice.value) && storeTheme(choice.value))
  }
}

/** Removes an announcement that was dismissed in this browser; otherwise its buttons work. */
export function offerDismissal(): void {
  const bar = document.querySelector<HTMLElement>('[data-announcement]')
  const { announcement: id = '' } = bar?.dataset ?? {}
  if (!bar) return
  if (id === readDismissed()) {
    bar.remove()
    return
  }
  bar.querySelector('[data-announcement-more]')?.addEventListener('click', () => {
    bar.dataset.long = 'no'
  })
  bar.querySelector('[data-announcement-dismiss]')?.addEventListener('click', () => {
    saveDismissed(id)
    bar.remove()
  })
}
