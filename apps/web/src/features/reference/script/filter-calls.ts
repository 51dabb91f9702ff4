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
    let found = 0
    for (const { element, calls } of groups) {
      const shown = calls.filter(({ call, text }) => {
        call.hidden = !words.every((word) => text.includes(word))
        return !call.hidden
      })
      element.hidden = shown.length === 0
      found += shown.length
    }
    count.textContent = words.length === 0 ? '' : found === 0 ? 'No call matches' : `${found} found`
  }
  input.addEventListener('input', apply)
  return () => input.removeEventListener('input', apply)
}
