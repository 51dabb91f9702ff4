import { readDismissed, saveDismissed } from '../ui/dismissed-announcement.ts'

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
