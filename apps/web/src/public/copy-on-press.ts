const shownForMs = 2_000

/** `<button data-copy>` copies the code beside it, and says so for two seconds. */
export function copyOnPress(): void {
  document.addEventListener('click', async ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-copy]') : null
    const code = button?.parentElement?.querySelector('code')?.textContent
    if (!button || !code) return
    await navigator.clipboard.writeText(code)
    const said = button.querySelector('[role="status"]')
    button.dataset.copied = ''
    if (said) said.textContent = 'Copied'
    setTimeout(() => {
      delete button.dataset.copied
      if (said) said.textContent = ''
    }, shownForMs)
  })
}
