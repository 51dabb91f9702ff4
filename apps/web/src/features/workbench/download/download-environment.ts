import { downloadEnvironment } from '@envhold/contract/variables/dotenv.ts'
import type { DotenvDialect } from '@envhold/formats/dialect.ts'
import type { Connection } from '../../../connection/connection.ts'

const fileNameOf = (headers: Headers) =>
  /filename="([A-Za-z0-9._-]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'user.env'

/** An environment as a `.env` file, under the name the server gives it; asks for the master password first. */
export async function downloadEnvironmentFile(
  { api, withUnlockedVault }: Pick<Connection, 'api' | 'withUnlockedVault'>,
  id: number,
  dialect?: DotenvDialect,
) {
  const { output, headers } = await withUnlockedVault(() =>
    api.ask(downloadEnvironment, { params: { id }, query: dialect ? { dialect } : {} }),
  )
  return {
    name: fileNameOf(headers),
    text: output ?? '',
    /** Keys that some reader of the file would read differently. */
    warnings: headers.get('x-envhold-warnings')?.replace(/^[\w-]+:\s*/, '') ?? null,
  }
}
