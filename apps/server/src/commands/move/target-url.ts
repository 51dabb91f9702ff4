import { UsageError } from '@envhold/command/user-error.ts'
import { databaseUrlProblem } from '../../config/database-url.ts'

/** The URL without its password and options, to show and to store. */
export function displayedUrl(url: string): string {
  const visible = new URL(url)
  visible.password = ''
  visible.search = ''
  return visible.href
}

const isPostgres = (url: URL | null): url is URL => /^postgres(ql)?:$/.test(url?.protocol ?? '')

/**
 * The database that the command names. A password on the command line is rejected: npm prints it, and other users of
 * the machine see it in the list of processes.
 * @param askPassword reads the password of a URL without one
 * @throws UsageError
 */
export async function readTargetUrl(
  typed: string | undefined,
  databaseUrl: string | undefined,
  askPassword: (prompt: string) => Promise<string>,
): Promise<string> {
  if (typed === undefined) {
    if (databaseUrl === undefined)
      throw new UsageError('Name the database: envhold-server move postgres://USER@HOST/DATABASE')
    const problem = databaseUrlProblem(databaseUrl)
    if (problem) throw new UsageError(`DATABASE_URL ${problem}`)
    return databaseUrl
  }
  const url = URL.parse(typed)
  if (!isPostgres(url)) throw new UsageError('The database must be a URL like postgres://USER@HOST/DATABASE')
  if (url.password !== '' || url.searchParams.has('password'))
    throw new UsageError(
      'Leave the password out of the URL, because other users of this machine can see it there, and change it if it is in use. The command asks for it, or takes the whole URL from DATABASE_URL.',
    )
  const password = await askPassword(`Password for ${displayedUrl(typed)} (input is hidden): `)
  if (password !== '') url.password = encodeURIComponent(password)
  return url.href
}
