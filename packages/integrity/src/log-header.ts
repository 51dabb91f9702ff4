import { bytesOf, hasFields, isCount, isObject, isText, type LogLine } from './log-line.ts'
import { isLogVersion, type LogVersion } from './log-rows.ts'

/** Where a log comes from. Nothing of it is authenticated but the id of the project, which every link contains. */
export interface LogHeader {
  readonly version: LogVersion
  readonly instanceId: string
  readonly projectId: number
  readonly projectName: string
  /** When it was downloaded, as ISO 8601. */
  readonly createdAt: string
  /** The newest root then: an entry over the ends of all chains of the instance. Null while there was none. */
  readonly root: LogRoot | null
}

export interface LogRoot {
  readonly number: number
  readonly at: number
  readonly mac: Uint8Array
}

const fields = [
  'format',
  'version',
  'instance_id',
  'project_id',
  'project_name',
  'created_at',
  'root',
] as const

/** Reads the first line of a log. @returns null for any other line */
export function readHeader(line: LogLine): LogHeader | null {
  const { format, version } = line
  if (!hasFields(line, fields) || format !== 'envhold-log' || !isLogVersion(version)) return null
  const root = line.root === null ? null : readRoot(line.root)
  const { instance_id: instanceId, project_id: projectId, project_name: projectName } = line
  const { created_at: createdAt } = line
  if (!isText(instanceId) || !isCount(projectId) || !isText(projectName)) return null
  if (!isText(createdAt) || root === undefined) return null
  return { version, instanceId, projectId, projectName, createdAt, root }
}

function readRoot(value: unknown): LogRoot | undefined {
  if (!isObject(value) || !hasFields(value, ['number', 'at', 'mac'])) return undefined
  const { number, at } = value
  const mac = bytesOf(value.mac, 33)
  return isCount(number) && isCount(at) && mac ? { number, at, mac } : undefined
}
