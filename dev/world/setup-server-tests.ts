import { rememberSharedSalt } from './shared-salt.ts'

rememberSharedSalt()
