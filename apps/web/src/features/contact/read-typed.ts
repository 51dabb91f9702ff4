import type { ContactValues } from './contact-values.ts'

const names = ['name', 'email', 'company', 'subject', 'message', 'type', 'website'] as const

/** What is in a form that no script runs yet. */
export function readTyped(form: HTMLFormElement | null): Partial<ContactValues> {
  if (!form) return {}
  const typed = new FormData(form)
  const texts = names.flatMap((name) => {
    const text = typed.get(name)
    return typeof text === 'string' ? [[name, text]] : []
  })
  return { ...Object.fromEntries(texts), newsletter: typed.has('newsletter') }
}
