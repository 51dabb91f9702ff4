import { UsageError } from '@envhold/command/user-error.ts'
import { newServerSecret } from '@envhold/integrity/server-secret.ts'
import { ConfigError, readConfig } from '../../config/config.ts'
import { environment } from '../../config/env.ts'
import { loadServerSecrets } from '../../config/server-secret.ts'
import { command, type Group } from '../command.ts'
import { openForChanging } from '../open-for-changing.ts'
import { rotateSecret } from './rotate-secret.ts'

const maxKid = 255

/** A secret with a higher number than all that are set. */
function nextSecret(): string {
  const { newest } = loadServerSecrets(readConfig(environment()))
  if (newest >= maxKid) throw new ConfigError([`The newest server secret has the highest number, ${maxKid}`])
  return newServerSecret(newest + 1)
}

const create = command({
  name: 'secret new',
  summary: 'Print a new server secret',
  operands: '[NUMBER]',
  details:
    'Put it before the present one: SERVER_SECRET=NEW,PRESENT. Its number is one more than that of the newest secret here. A NUMBER, 1 to 255, needs no settings: 1 is for a new instance.',
  examples: [['envhold-server secret new 1', 'The SERVER_SECRET of a new instance']],
  async run({ operands: [number], info }) {
    if (number !== undefined && !(/^[1-9]\d{0,2}$/.test(number) && Number(number) <= maxKid))
      throw new UsageError(`NUMBER is 1 to ${maxKid}: one more than the newest in use.`)
    info(number === undefined ? nextSecret() : newServerSecret(Number(number)))
    return 0
  },
})

const rotate = command({
  name: 'secret rotate',
  summary: 'Move everything that is stored to the newest secret, so that the others can be removed',
  details: 'With SQLite, stop the server first. With PostgreSQL, every node must have both secrets.',
  async run({ info }) {
    const problems = await openForChanging((ctx) => rotateSecret(ctx, info))
    return problems > 0 ? 1 : 0
  },
})

export const secret: Group = {
  name: 'secret',
  summary: 'Create and rotate the server secret',
  commands: [create, rotate],
  details: 'Exit codes: 0 done, 1 not done, 2 invalid arguments.',
}
