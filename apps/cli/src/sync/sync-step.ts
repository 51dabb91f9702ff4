import { UserError } from '@envhold/command/user-error.ts'
import { formatCount } from '@envhold/contract/format-count.ts'
import type { Dialect } from '@envhold/formats/dialect.ts'
import { touchedFields } from '@envhold/formats/difference.ts'
import { render } from '@envhold/formats/render.ts'
import { combineVariables } from '@envhold/formats/variables.ts'
import type { Settings } from '../config/settings.ts'
import { writeSyncRecord } from '../config/sync-record.ts'
import { type LocalCopy, readLocalCopy, replaceLocalFile } from '../files/local-copy.ts'
import {
  hazardsIn,
  printFileWarnings,
  printWarnings,
  requireNotEmptied,
  requireUnambiguous,
} from '../files/require-safe-write.ts'
import { confirm } from '../output/ask.ts'
import { countChanges, nameList } from '../output/changes.ts'
import type { FileCommands } from '../output/next-command.ts'
import type { Output } from '../output/output.ts'
import type { Target } from '../remote/choose-target.ts'
import type { Connection } from '../remote/client-for.ts'
import type { Contents } from '../remote/read-environment.ts'
import { withConfirmation } from '../remote/with-confirmation.ts'
import { writeFields } from '../remote/write-import.ts'
import type { Decision } from './decide.ts'
import { decide } from './decide.ts'

export interface SyncJob {
  readonly settings: Settings
  readonly output: Output
  readonly connection: Connection
  readonly target: Target | null
  readonly path: string
  readonly fileLabel: string
  readonly commands: FileCommands
  readonly dialect: Dialect | undefined
  readonly push: boolean
  readonly yes: boolean
  /** The name of a protected environment that may lose variables. */
  readonly confirm: string | undefined
  /** Pushes values that other readers of the file understand differently. */
  readonly acceptWarnings: boolean
  /** Prints every warning about the file. */
  readonly allWarnings: boolean
  /** Pushes a file that is empty. */
  readonly allowEmpty: boolean
}

export interface StepResult {
  readonly done: 'agreed' | 'pulled' | 'pushed' | 'ahead' | 'conflict' | 'unreadable'
  readonly message: string
  readonly version: number
  /** The variables that this step wrote to the file, if it wrote it. */
  readonly written?: string
}

async function pullFile(job: SyncJob, contents: Contents, force: boolean): Promise<StepResult> {
  const { settings, output, path, fileLabel, commands, dialect } = job
  const { text, warnings } = render('dotenv', contents.variables, { dialect, notes: true })
  printWarnings(output, [...warnings, ...hazardsIn(contents.variables)])
  await replaceLocalFile(settings, path, {
    text,
    format: 'dotenv',
    dialect,
    contents,
    force,
    commands,
  })
  const what = `${formatCount(contents.variables.size, 'variable')} from ${contents.label} (version ${contents.version})`
  return {
    done: 'pulled',
    message: `Pulled ${what} to ${fileLabel}.`,
    version: contents.version,
    written: text,
  }
}

async function pushFile(
  job: SyncJob,
  contents: Contents,
  local: LocalCopy,
  decision: Extract<Decision, { kind: 'push' }>,
): Promise<StepResult> {
  const { settings, output, connection, target, path, fileLabel } = job
  const yes = job.yes || job.confirm !== undefined
  const { variables, text, warnings, noteWarnings } = local
  if (!target || !variables || text === null) throw new Error('Nothing to push')
  const { changes, mode } = decision
  printFileWarnings(output, [...warnings, ...noteWarnings], job.allWarnings)
  if (!job.acceptWarnings) requireUnambiguous(fileLabel, warnings, changes)
  if (changes.removed.length > 0) requireNotEmptied(fileLabel, variables.size, job.allowEmpty)
  const count = countChanges(changes)
  const question = `Push ${fileLabel} to ${contents.label}: ${count} (removes ${nameList(changes.removed)})?`
  if (changes.removed.length > 0 && !(await confirm(output, yes, question)))
    return { done: 'ahead', message: `${fileLabel} was not pushed.`, version: contents.version }
  printWarnings(output, hazardsIn(variables))
  const body = touchedFields(contents.variables, combineVariables(contents.variables, variables, mode))
  const { environment } = await withConfirmation(output, job.confirm, (confirmed) =>
    writeFields(connection, target, body, { ifMatch: contents.version, ...confirmed }),
  )
  const { version } = environment
  const whole = mode === 'replace'
  await writeSyncRecord(settings, path, { source: contents.source, version, whole, text, pulled: false })
  return {
    done: 'pushed',
    message: `Pushed ${fileLabel} to ${contents.label}: ${count} (version ${version}).`,
    version,
  }
}

/** Syncs file and server once, as far as that loses nothing. */
export async function syncStep(job: SyncJob, contents: Contents): Promise<StepResult> {
  const { settings, output, path, fileLabel, commands, dialect } = job
  const local = await readLocalCopy(settings, path, 'dotenv', {
    dialect,
    known: contents.variables,
  })
  const rendered = () => render('dotenv', contents.variables, { dialect, notes: true }).text
  const decision = decide(local, { ...contents, text: rendered }, job.push)
  const { version, source, label } = contents
  switch (decision.kind) {
    case 'agreed':
      if (decision.record && local.text !== null)
        await writeSyncRecord(settings, path, {
          source,
          version,
          whole: true,
          text: local.text,
          pulled: false,
        })
      return {
        done: 'agreed',
        message:
          decision.missing === 0
            ? `${fileLabel} is in sync with ${label} (version ${version}).`
            : `${fileLabel} is as it was pushed to ${label} (version ${version}), which has ${decision.missing} more. To get all: ${commands.pull}`,
        version,
      }
    case 'pull':
      return pullFile(job, contents, false)
    case 'push':
      return pushFile(job, contents, local, decision)
    case 'ahead': {
      const how = job.connection.token.kind === 'personal' ? '; --push sends them' : ''
      const message = `${fileLabel} has local changes (${countChanges(decision.changes)}), not pushed${how}.`
      return { done: 'ahead', message, version }
    }
    case 'unreadable':
      throw new UserError(
        `${fileLabel} cannot be read as dotenv. It was not changed.`,
        `To see why: ${commands.compare}`,
        'FORMAT',
      )
    case 'conflict': {
      const question = `${fileLabel} and ${label} (version ${version}) both changed. Replace ${fileLabel} with the server’s variables?`
      if (output.interactive && (await confirm(output, false, question))) return pullFile(job, contents, true)
      return {
        done: 'conflict',
        message: `${fileLabel} and ${label} (version ${version}) both changed. Neither was overwritten.`,
        version,
      }
    }
  }
}
