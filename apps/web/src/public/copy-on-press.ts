import { CopyError, copyText } from '../ui/copy-text.ts'

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
