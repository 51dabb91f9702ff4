import { onceInProcess } from './once-in-process.ts'
import { rememberSharedSalt } from './shared-salt.ts'

onceInProcess('set-up', rememberSharedSalt)
