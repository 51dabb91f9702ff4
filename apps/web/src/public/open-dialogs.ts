import { safeNext } from '../app/paths.ts'
import { isMissingChunk, reloadOnce } from '../app/shell/missing-chunk.ts'
import type { SignInDialog } from '../features/accounts/sign-in/sign-in-dialogs.tsx'
import { hasCarriedToasts } from '../ui/feedback/flash-toast.ts'

const next = () => safeNext(new URLSearchParams(location.search).get('next'))

const loadDialogs = () => import('./sign-in.tsx')

async function open(dialog: SignInDialog): Promise<void> {
  try {
    const { showDialog } = await loadDialogs()
    showDialog(dialog, next())
  } catch (error) {
    // This page is older than the server.
    if (isMissingChunk(error)) reloadOnce()
  }
}

/** `<button data-dialog="sign-in">` opens a dialog, whose code loads on the first input. */
export function openDialogs(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-dialog]') : null
    if (!button) return
    for (const menu of document.querySelectorAll<HTMLElement>(':popover-open')) menu.hidePopover()
    void open(button.dataset.dialog === 'sign-up' ? 'sign-up' : 'sign-in')
  })
  onFirstInput(() => void loadDialogs().catch(() => {}))
  if (hasCarriedToasts()) loadDialogs().catch(() => {})
  // `npm start` opens the form of the first account.
  if (location.pathname === '/login' || next())
    void open(location.hash === '#sign-up' ? 'sign-up' : 'sign-in')
}

const inputs = ['pointermove', 'touchstart', 'keydown', 'focusin'] as const

/** Runs something once a person uses the page. */
export function onFirstInput(run: () => void): void {
  const begun = new AbortController()
  const start = () => {
    begun.abort()
    run()
  }
  for (const input of inputs) addEventListener(input, start, { signal: begun.signal, passive: true })
}
