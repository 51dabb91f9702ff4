import type { Tx } from '../audit-log/tx.ts'
import { revokePrincipal } from '../grants/revoke-principal.ts'
import { deleteKeyCounters } from '../usage/erase-usage.ts'
import { deleteApiKeyRow } from './api-key-store.ts'
import { listIdleApiKeys } from './idle-api-key-store.ts'

/** Deletes the API keys of an owner that can open nothing any more. A sweep erases their usage. */
export async function revokeIdleApiKeys(tx: Tx, ownerId: number): Promise<void> {
  for (const { id, key_name, project_id } of await listIdleApiKeys(tx.db, ownerId)) {
    await deleteApiKeyRow(tx.db, id)
    await deleteKeyCounters(tx, id)
    await revokePrincipal(tx, { kind: 'api-key', id }, null)
    tx.revoked({ kind: 'api_key', projectId: project_id, subject: id })
    const description = `Deleted the API key "${key_name}", which could open nothing any more`
    tx.record({ type: 'api_key_deleted', severity: 'medium', description, projectId: project_id })
  }
}
