import { z } from 'zod'

// The page's policy forbids generating code at run time, which zod tries when a schema is created. zod must be
// configured before the first module with schemas runs, so this module is imported before all others.
z.config({ jitless: true })
