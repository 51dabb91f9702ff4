import { toast } from '../ui/feedback/toast.ts'
import type { ErrorTexts } from './api/error-text.ts'
import { notifyError } from './api/notify-error.ts'

/** An edit of some fields, as the server had them before it and has them after it. */
interface Edit<T extends object> {
  /** Whose fields they are, as a message names it. */
  readonly what: string
  /** The fields that the edit sent. Others may have changed elsewhere while its form was open. */
  readonly sent: { readonly [Name in keyof T]?: unknown }
  readonly before: T
  readonly after: T
  /** Reads the fields as they are now; undefined once nothing has them. */
  readonly read: () => Promise<T | undefined>
  /** The call of the edit, and what shows its result. */
  readonly write: (fields: Partial<T>) => Promise<unknown>
  readonly errors: ErrorTexts
}

const namesOf = <T extends object>(fields: T) => Object.keys(fields) as (keyof T)[]
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** The fields that a form changes. One that has not is not sent: it may have changed elsewhere while the form was open. */
export function changedFields<T extends object>(before: Partial<T>, after: T): Partial<T> {
  const changes: Partial<T> = {}
  for (const name of namesOf(after)) if (!isSame(before[name], after[name])) changes[name] = after[name]
  return changes
}

/** For the message about an edit: an Undo that writes the fields that it changed, unless they were changed again. */
export function undoOf<T extends object>(edit: Edit<T>): { undo?: () => Promise<void> } {
  const changed = namesOf(edit.before).filter(
    (name) => name in edit.sent && !isSame(edit.before[name], edit.after[name]),
  )
  return changed.length === 0 ? {} : { undo: () => undo(edit, changed) }
}

async function undo<T extends object>(
  { what, before, after, read, write, errors }: Edit<T>,
  changed: readonly (keyof T)[],
): Promise<void> {
  try {
    const now = await read()
    if (!now || changed.some((name) => !isSame(now[name], after[name])))
      return toast.info(`Changed again in the meantime, and left as it is: ${what}`)
    const fields: Partial<T> = {}
    for (const name of changed) fields[name] = before[name]
    await write(fields)
    toast.success(`Restored ${what}`)
  } catch (error) {
    notifyError(error, errors)
  }
}
