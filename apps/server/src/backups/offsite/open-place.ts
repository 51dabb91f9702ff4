import { BackupError } from '../backup-folder.ts'
import { folderPlace } from './folder-place.ts'
import type { OffsitePlace, OffsiteSettings } from './offsite.ts'
import { rclonePlace } from './rclone-place.ts'

/** Loads what speaks to S3 only when it is used. @throws BackupError */
export async function openPlace({ place, s3 }: OffsiteSettings): Promise<OffsitePlace> {
  if (place.kind === 'folder') return folderPlace(place.path)
  if (place.kind === 'rclone') return rclonePlace(place.remote)
  if (!s3) throw new BackupError('BACKUP_S3_KEY_ID and BACKUP_S3_KEY are not set: S3 needs an access key.')
  const { s3Place } = await import('./s3-place.ts')
  return s3Place(place, s3)
}
