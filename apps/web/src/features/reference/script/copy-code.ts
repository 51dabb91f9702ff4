import { copyText } from '../../../ui/text/copy-text.ts'

const shownForMs = 2_000

/** Shows the buttons that copy code; the entry of the public pages copies. */
export function offerCopying(root: HTMLElement): () => void {
  for (const button of root.querySelectorAll<HTMLElement>('[data-copy]')) button.hidden = false
  return () => {}
}

/** The sign beside a heading leads there and copies the link, and says so for two seconds. */
export function copyLinks(root: HTMLElement): () => void {
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
