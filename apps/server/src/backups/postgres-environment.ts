/** The parameters of a URL that libpq also reads from its environment. */
const parameters: Readonly<Record<string, string>> = {
  host: 'PGHOST',
  port: 'PGPORT',
  user: 'PGUSER',
  password: 'PGPASSWORD',
  dbname: 'PGDATABASE',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  channel_binding: 'PGCHANNELBINDING',
  options: 'PGOPTIONS',
}

/**
 * A connection URL as the environment of PostgreSQL's programs: other users of the machine can read the arguments of a
 * process, but not its environment.
 */
export function postgresEnvironment(databaseUrl: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(databaseUrl)
  const given = {
    // A folder with a socket is encoded: `%2Fvar%2Frun`.
    PGHOST: decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1'),
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...Object.fromEntries(
      [...searchParams].flatMap(([name, value]) => {
        const variable = parameters[name]
        return variable ? [[variable, value]] : []
      }),
    ),
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
}
