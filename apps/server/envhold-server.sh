#!/bin/sh
# Runs the server and its commands with the Node of this system, which must be 24.7 or newer, and with the memory
# settings of `npm start`. Values that are set already win.
folder=$(dirname "$(readlink -f "$0")")
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-1}"
case "$NODE_OPTIONS" in
*--max-semi-space-size*) exec node "$folder/server/main.js" "$@" ;;
*) exec node --max-semi-space-size=4 "$folder/server/main.js" "$@" ;;
esac
