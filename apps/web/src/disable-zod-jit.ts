import { z } from 'zod'

// The page's policy forbids making code at run time, which zod tries when a schema is made: it must hear of it before
// the first module with schemas runs, so this one is imported before all others.
z.config({ jitless: true })
