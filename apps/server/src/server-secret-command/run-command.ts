import { newServerSecret } from '@envhold/integrity/server-secret.ts'
import { ConfigError, readConfig } from '../config/config.ts'
import { environment } from '../config/env.ts'
import { loadServerSecrets } from '../config/server-secret.ts'
import { openForChanging } from '../tools/open-for-changing.ts'
import { type Command, usage } from './arguments.ts'
import { rotateSecret } from './rotate-secret.ts'

const maxKid = 255

/** @returns the exit code @throws ConfigError, DataDirLockedError, StorageRejection, or a database error */
export async function runCommand(command: Command, say: (line: string) => void): Promise<number> {
  if (command === 'help') say(usage)
  else if (command === 'new') say(nextSecret())
  else {
    const problems = await openForChanging((ctx) => rotateSecret(ctx, say))
    return problems > 0 ? 1 : 0
  }
  return 0
}

/** A secret with a higher number than all in the list. */
function nextSecret(): string {
  const { newest } = loadServerSecrets(readConfig(environment()))
  if (newest >= maxKid) throw new ConfigError([`The newest server secret has the highest number, ${maxKid}`])
  return newServerSecret(newest + 1)
}
