import { sanitize } from '@envhold/command/sanitize.ts'
import { UsageError } from '@envhold/command/user-error.ts'
import { downloadLog } from '../audit/download-log.ts'
import { compareWithServer, verifyLog } from '../audit/verify-log.ts'
import { type Call, command, projectOption } from '../command.ts'
import { chooseProject } from '../remote/choose-target.ts'
import { connect, requirePersonalToken } from '../remote/connect.ts'

const options = {
  ...projectOption,
  head: { type: 'list', value: 'HEAD', help: 'A head that you noted earlier; may be repeated' },
  offline: { type: 'boolean', help: 'Verify the file alone, without the server' },
  output: { type: 'string', short: 'o', value: 'FILE', help: 'Where to save the log; - is stdout' },
  force: { type: 'boolean', help: 'Replace a file that exists' },
} as const

type AuditCall = Call<typeof options>

function verify({ options: optionValues, settings, output }: AuditCall, file: string): Promise<number> {
  const compare = optionValues.offline ? null : compareWithServer.bind(null, settings, optionValues)
  return verifyLog({ settings, output }, file, optionValues.head, compare)
}

async function download(call: AuditCall): Promise<number> {
  const { options: optionValues, settings, output } = call
  const connection = await connect(settings, optionValues, output)
  requirePersonalToken(connection, 'audit download')
  const project = await chooseProject(connection, optionValues)
  const { output: file, force } = optionValues
  const saved = await output.during(
    'Downloading …',
    downloadLog(connection, project, { cwd: settings.cwd, output: file, force }),
  )
  if (saved === '-') return 0
  output.info(`Saved as ${saved}.`)
  return await verify(call, saved)
}

export const audit = command({
  name: 'audit',
  summary: 'Download the log of a project, or verify a downloaded one',
  operands: 'download | verify FILE',
  words: ['download', 'verify'],
  minimum: 1,
  maximum: 2,
  options,
  details:
    'The log contains who did what in the project, and each call of its API keys; no values. Its owner can download it.\n' +
    'Each entry is linked to the one before it. verify computes all links again, which needs no secret and no server:\n' +
    'an entry that was changed, moved or removed is found, or every link after it differs. So compare the ends of the\n' +
    'chains with heads that you noted earlier (--head), and, when you are logged in, with the server.',
  examples: [
    ['envhold audit download --project shop', 'Save the log, and verify it'],
    [
      'envhold audit verify envhold-shop-log-2026-11-22.ndjson',
      'Verify a file, and compare it with the server',
    ],
    [
      'envhold audit verify --offline --head usage/7:1042:01ab… log.ndjson',
      'Compare it with a noted head only',
    ],
    ['envhold audit verify --json - < log.ndjson', 'For scripts: exits 1 unless the log is valid'],
  ],
  async run(call: AuditCall) {
    const [word = '', file] = call.operands
    if (word === 'download') {
      if (file !== undefined) throw new UsageError('audit download takes no file.', 'Pass --output FILE.')
      return await download(call)
    }
    if (word !== 'verify')
      throw new UsageError(
        `envhold audit has no ${sanitize(word.slice(0, 40))}.`,
        'Use: download, or verify FILE.',
      )
    if (file === undefined) throw new UsageError('envhold audit verify needs a file.', 'Use - for stdin.')
    return await verify(call, file)
  },
})
