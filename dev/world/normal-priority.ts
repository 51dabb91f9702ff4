// Backups of tests run at normal priority, as under the systemd unit, which forbids any other. At a lower one, they wait
// for minutes while the other tests keep all cores busy.

import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'

os.setPriority = () => {
  throw new Error('A process of tests keeps its priority')
}
syncBuiltinESMExports()
