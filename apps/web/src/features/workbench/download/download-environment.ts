import type { DotenvDialectName } from '@envhold/contract/inject.ts'
import { downloadEnvironment } from '@envhold/contract/variables/dotenv.ts'
import type { Connection } from '../../../connection/connection.ts'

export interface EnvironmentFile {
  readonly name: string
  readonly text: string
  /** Keys that some reader of the file would read differently. */
  readonly warnings: string | null
}

const fileNameOf = (headers: Headers) =>
  /filename="([A-Za-z0-9._-]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'user.env'

/** An environment as a `.env` file, under the name the server gives it; asks for the master password first. */
export async function downloadEnvironmentFile(
  { api, withUnlockedVault }: Pick<Connection, 'api' | 'withUnlockedVault'>,
  id: number,
  dialect?: DotenvDialectName,
): Promise<EnvironmentFile> {
  const { output, headers } = await withUnlockedVault(() =>
    api.ask(downloadEnvironment, { params: { id }, query: dialect ? { dialect } : {} }),
  )
  return {
    name: fileNameOf(headers),
    text: output ?? '',
    warnings: headers.get('x-envhold-warnings')?.replace(/^[\w-]+:\s*/, '') ?? null,
  }
}
