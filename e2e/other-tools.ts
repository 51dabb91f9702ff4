/**
 * Stand-ins for programs that need an account, a cluster, a daemon or a release. Those that export print what the real ones write,
 * so that the commands of the manual run as printed up to the last one.
 */
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const json = (value: unknown) => `cat <<'END'\n${JSON.stringify(value, null, 2)}\nEND\n`
const values = { STRIPE_KEY: 'sk_live_1', MOTD: 'two\nlines', PATTERN: 'a\\d "quoted"' }

const scripts: Readonly<Record<string, string>> = {
  doppler: json({ ...values, DOPPLER_PROJECT: 'shop', DOPPLER_CONFIG: 'prd', DOPPLER_ENVIRONMENT: 'prd' }),
  infisical: json(
    Object.entries(values).map(([key, value]) => ({ key, value, type: 'shared', secretPath: '/', tags: [] })),
  ),
  heroku: json(values),
  sops: json(values),
  vercel: `printf '# Created by Vercel CLI\\nSTRIPE_KEY="sk_live_1"\\nMOTD="two\\\\nlines"\\n' > "$3"\n`,
  op: `if [ "$1" = inject ]; then printf 'STRIPE_KEY="sk_live_1"\\n' > "$5"; exit; fi\n${json({
    id: 'hm5c',
    title: 'shop',
    fields: [
      { id: 'username', type: 'STRING', label: 'username', reference: 'op://Dev/shop/username' },
      { id: 'notesPlain', type: 'STRING', purpose: 'NOTES', label: 'notesPlain' },
      ...Object.entries(values).map(([label, value]) => ({ id: label, type: 'CONCEALED', label, value })),
    ],
  })}`,
  dotenvx: `printf 'DOTENV_PUBLIC_KEY_PRODUCTION="03a1"\\nSTRIPE_KEY="sk_live_1"\\n'\n`,
  docker: 'exit 0\n',
  kubectl: 'exit 0\n',
  terraform: 'exit 0\n',
  'systemd-analyze': 'exit 0\n',
  minisign: 'exit 0\n',
  sha256sum: 'exit 0\n',
  'envhold-server': 'exit 0\n',
}

/** Writes them into a folder for the path. */
export async function writeOtherTools(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [name, script] of Object.entries(scripts)) {
    const file = join(folder, name)
    await writeFile(file, `#!/bin/sh\n${script}`)
    await chmod(file, 0o755)
  }
}
