import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { StatefulSet } from 'kubernetes-types/apps/v1.d.ts'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { findProgram } from '../faults/find-program.ts'
import { root } from '../setup/root.mjs'
import { files } from './kubernetes.ts'

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0
const hasKubectl = findProgram('kubectl') !== undefined

const nodes = files['base/envhold.yaml']?.find(
  (object): object is StatefulSet => 'kind' in object && object.kind === 'StatefulSet',
)

test.skipIf(!isRoot)('a node makes a data folder of its own in the volume of a cluster', async () => {
  const { containers: [container] = [], securityContext } = nodes?.spec?.template.spec ?? {}
  const { runAsUser: user, fsGroup: group } = securityContext ?? {}
  if (!user || !group) throw new Error('The pods run as root')
  const folder = await mkdtemp(join(tmpdir(), 'envhold-volume-'))
  try {
    await chmod(folder, 0o755)
    const dataDir = container?.env?.find(({ name }) => name === 'DATA_DIR')?.value ?? '/data'
    const volume = join(folder, 'data')
    await mkdir(volume)
    await chown(volume, 0, group)
    await chmod(volume, 0o2777)
    const code = `
      import { makeDataDir } from '${root}/apps/server/src/config/data-dir.ts'
      process.setgid(${group})
      process.setuid(${user})
      makeDataDir(process.argv[1])`
    await run(process.execPath, ['--input-type=module', '--eval', code, join(folder, dataDir)])
    const { uid, mode } = await stat(join(folder, dataDir))
    expect([uid, mode & 0o777]).toEqual([user, 0o700])
  } finally {
    await rm(folder, { recursive: true })
  }
})

test.skipIf(!hasKubectl)(
  'only the ingress controller reaches nodes that trust the addresses of pods',
  async () => {
    for (const [path, trusted, admitted] of [
      ['base', undefined, undefined],
      ['overlays/three-nodes', undefined, undefined],
      ['overlays/ingress', '10.0.0.0/8', 'ingress-nginx'],
    ]) {
      const { stdout } = await run('kubectl', ['kustomize', join(root, 'deploy/kubernetes', String(path))])
      const objects = parseAllDocuments(stdout).map((document) => document.toJS())
      const { data } = objects.find(({ kind }) => kind === 'ConfigMap')
      expect(data.TRUST_PROXY, path).toBe(trusted)
      expect(data.BACKUP_WARNING_DAYS, 'the image has no pg_dump').toBe('0')
      const [{ from }] = objects.find(({ kind }) => kind === 'NetworkPolicy').spec.ingress
      expect(from?.[0].namespaceSelector.matchLabels['kubernetes.io/metadata.name'], path).toBe(admitted)
    }
  },
)
