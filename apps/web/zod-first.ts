/** In one file: zod is told not to make code before a schema of any other file exists. */
export const zodFirst = {
  codeSplitting: {
    groups: [{ name: 'zod', test: /[\\/]node_modules[\\/]zod[\\/]|[\\/]disable-zod-jit\.ts$/ }],
  },
}
