import { commandActions, valueActions } from './commands.ts'
import { type Read, sharedActions, type Update } from './shared-actions.ts'

export type WorkbenchActions = ReturnType<typeof createActions>

/** Everything that a press or a key does on the page. */
export function createActions(read: Read, update: Update) {
  const shared = sharedActions(read, update)
  const values = valueActions(read, update, shared)
  return { ...shared, ...values, ...commandActions(read, update, { ...shared, ...values }) }
}
