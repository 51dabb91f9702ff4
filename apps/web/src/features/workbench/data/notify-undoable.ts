import { toast } from 'sonner'
import { notifyError } from '../../../connection/api/notify-error.ts'
import type { Connection } from '../../../connection/connection.ts'
import { namesText } from './names-text.ts'
import { type UndoableWrite, undoWrite } from './undo-write.ts'
import { variableErrors } from './variable-errors.ts'

const undoMs = 10_000

/** Says what was written, and offers to undo it while it is known what was there before. */
export function notifyUndoable(connection: Connection, text: string, writes: readonly UndoableWrite[]): void {
  const action = { label: 'Undo', onClick: () => void undoAll(connection, writes) }
  toast.success(text, writes.length > 0 ? { duration: undoMs, action } : {})
}

/** Undoes the newest write first: after a move the source has its variables back before a target loses them. */
async function undoAll(connection: Connection, writes: readonly UndoableWrite[]): Promise<void> {
  try {
    const partly: string[] = []
    for (const write of writes.toReversed()) {
      const back = await undoWrite(connection, write)
      if (back.length < write.keys.length) partly.push(write.after.name)
    }
    const [only, ...others] = writes
    const what = only && others.length === 0 ? only.after.name : 'everything'
    if (partly.length === 0) toast.success(`Restored ${what}`)
    else toast.info(`Changed again in the meantime, and partly left as it is: ${namesText(partly)}`)
  } catch (error) {
    notifyError(error, variableErrors.restoreVersion)
  }
}
