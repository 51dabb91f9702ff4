/**
 * A process of its own that does what takes long: copying, hashing, verifying and encrypting a database. It blocks no
 * server, and can be ended at any moment.
 */
import { copySqlite } from '../db/sqlite/check-file.ts'
import { DamagedBackupError, explainError } from './backup-folder.ts'
import type { BackupResponse, Order } from './run-order.ts'
import { hashFile, verifyFile } from './verify-file.ts'

const send = (answer: BackupResponse) => void process.send?.(answer)

async function runOrder(order: Order): Promise<BackupResponse> {
  if (order.kind === 'verify') return { verdict: await verifyFile(order, (percent) => send({ percent })) }
  if (order.kind === 'send' || order.kind === 'receive' || order.kind === 'list') {
    const { transfer } = await import('./offsite/transfer.ts')
    return await transfer(order, (percent) => send({ percent }))
  }
  if (order.kind === 'copy') copySqlite(order.from, order.to)
  return { hashed: await hashFile(order.kind === 'copy' ? order.to : order.path) }
}

// The server has the answer, or has ended. Unlike a signal, an exit lets the work remove what it has begun.
process.on('disconnect', () => process.exit())
process.on('SIGTERM', () => process.exit())
process.on('SIGINT', () => process.exit())
process.once('message', (order: Order) => {
  void runOrder(order)
    .catch((error: unknown): BackupResponse => {
      const code = error instanceof Error && 'errcode' in error ? `SQLITE_${error.errcode}` : undefined
      const isDamage = error instanceof DamagedBackupError
      return { failed: { words: explainError(error)?.message, code: code ?? nameOf(error), isDamage } }
    })
    .then(send)
})

const nameOf = (error: unknown) => {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error ? String(error.code) : error.name
}
