import { fileURLToPath } from 'node:url'
import { build, type Plugin, type UserConfig } from 'vite'
import { zodFirst } from './zod-first.ts'

const input = fileURLToPath(new URL('operator.html', import.meta.url))
const isOperatorPath = (url = '') => /^\/admin(\/[^.?]*)?(\?.*)?$/.test(url)

/**
 * The operator area is a page of its own. It is built after the app, by itself: the two share no file, so no code of
 * one is ever part of the other.
 */
export function operatorPage(config: () => UserConfig): Plugin {
  return {
    name: 'operator-page',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        if (isOperatorPath(request.url)) request.url = '/operator.html'
        next()
      })
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const { build: options, ...rest } = config()
        await build({
          ...rest,
          configFile: false,
          logLevel: 'warn',
          publicDir: false,
          build: { ...options, emptyOutDir: false, rolldownOptions: { input, output: zodFirst } },
        })
      },
    },
  }
}
