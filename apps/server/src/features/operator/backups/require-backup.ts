import { AppError } from '../../../app-error.ts'
import type { Db } from '../../../db/connect.ts'
import { findBackup, type ListedBackup } from './backup-store.ts'

/** @throws AppError NOT_FOUND */
export async function requireBackup(db: Db, id: number): Promise<ListedBackup> {
  const backup = await findBackup(db, id)
  if (!backup) throw new AppError('NOT_FOUND', { message: 'Backup not found' })
  return backup
}
