import { Readable } from 'node:stream'
import { BackupError, DamagedBackupError } from '../backup-folder.ts'

type Bytes = AsyncIterable<Uint8Array>

const webStream = (content: Bytes) => Readable.toWeb(Readable.from(content)) as ReadableStream<Uint8Array>

/** Encrypts to recipients of age. @returns the stream, and how many bytes it will have */
export async function encrypt(
  content: Bytes,
  size: number,
  recipients: readonly string[],
): Promise<{ readonly content: Bytes; readonly size: number }> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  try {
    for (const recipient of recipients) encrypter.addRecipient(recipient)
  } catch {
    throw new BackupError(
      'BACKUP_RECIPIENT is not a recipient of age: age-keygen prints one, which begins with age1.',
    )
  }
  const encrypted = await encrypter.encrypt(webStream(content))
  return { content: encrypted, size: encrypted.size(size) }
}

/** Decrypts with the identities in the text of an identity file. @throws BackupError */
export async function decrypt(content: Bytes, identities: string): Promise<Bytes> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  const lines = identities.split('\n').map((line) => line.trim())
  try {
    for (const line of lines) if (line !== '' && !line.startsWith('#')) decrypter.addIdentity(line)
  } catch {
    throw new BackupError(
      'The identity file is not one of age: age-keygen writes one, with AGE-SECRET-KEY-… in it.',
    )
  }
  try {
    return explained(await decrypter.decrypt(webStream(content)))
  } catch (error) {
    if (error instanceof BackupError) throw error
    const isOther = error instanceof Error && error.message.startsWith('no identity matched')
    throw isOther
      ? new BackupError('This backup was encrypted to another recipient: use the identity file of that one.')
      : new DamagedBackupError('This is not a file of age, or its beginning is damaged.')
  }
}

async function* explained(content: Bytes): Bytes {
  try {
    yield* content
  } catch (error) {
    const isOurs = error instanceof BackupError || (error instanceof Error && 'code' in error)
    throw isOurs
      ? error
      : new DamagedBackupError('The file of age was cut off or changed: use another backup.')
  }
}
